/** The longest name in a mail, in UTF-16 units, its ellipsis included. */
const LONGEST = 60;
const ELLIPSIS = '…';

/** Line breaks, and characters that change the direction of what follows or hide something. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** What mail programs make a link of: any scheme with slashes, a few without, and `www.`. */
const URLS = /(?:\p{L}[\p{L}\p{N}+.-]*:[/\\]{2}|\b(?:mailto|tel|sms|javascript|data):|\bwww\.)\S*/giu;
/** The path after something like a domain. */
const PATH = /(?<=[\p{L}\p{N}][.。．｡]\p{L}{2}[^\s/\\]*)[/\\]\S*/gu;
/** The dot of something like a domain, but not those of `J. R. R.` or `St. Mary`. */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}])[.。．｡](?=[\p{L}\p{N}]{2})/gu;
/** Any that could end the quotation of the name and begin a sentence of its own. */
const QUOTATION_MARKS = /["“”„‟«»‹›＂〝〞〟「」『』<>]/gu;

const graphemes = new Intl.Segmenter();

/**
 * Returns the name of somebody or something as it can stand between quotation marks in a mail to a stranger: on one
 * line, at most 60 characters long, with nothing that a mail program makes a link of. It is empty where that leaves
 * nothing.
 */
export function quotableName(name: string): string {
  const plain = name
    .replace(INVISIBLE, ' ')
    .replace(URLS, ' ')
    .replace(PATH, ' ')
    .replace(DOMAIN_DOT, ' ')
    .replace(QUOTATION_MARKS, '’')
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? shortened(plain) : '';
}

/** Returns a text of at most 60 characters, cut between two of them as a reader counts. */
export function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length + ELLIPSIS.length > LONGEST) break;
    kept += segment;
  }
  return kept.trimEnd() + ELLIPSIS;
}
