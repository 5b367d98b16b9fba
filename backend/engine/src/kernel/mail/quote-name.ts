/** Maximum length of a name in an email, in UTF-16 code units, including the ellipsis. */
const MAX_LENGTH = 60;
const ELLIPSIS = '…';

/** Line breaks, and characters that are invisible or change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
/** URLs that mail clients turn into links: any scheme with slashes, a few without, and `www.`. */
const URLS = /(?:\p{L}[\p{L}\p{N}+.-]*:[/\\]{2}|\b(?:mailto|tel|sms|javascript|data):|\bwww\.)\S*/giu;
/** Dots that browsers read as the dot of a domain, because they normalize to it. */
const DOT = '[.。．｡․﹒]';
/** The path after a text that looks like a domain. */
const PATH = new RegExp(`(?<=[\\p{L}\\p{N}]${DOT}\\p{L}{2}[^\\s/\\\\]*)[/\\\\]\\S*`, 'gu');
/** The dots of a text that looks like a domain, but not those of `J. R. R.` or `St. Mary`. */
const DOMAIN_DOT = new RegExp(`(?<=[\\p{L}\\p{N}])${DOT}(?=[\\p{L}\\p{N}]{2})`, 'gu');
/** An IPv4 address, and the path after it. A version such as `2.0` has fewer numbers. */
const IPV4 = new RegExp(`(?<!\\p{N})((?:\\p{N}{1,3}${DOT}){3}\\p{N}{1,3})(?:[/:\\\\]\\S*)?`, 'gu');
/** One dot, anywhere. */
const ANY_DOT = new RegExp(DOT, 'gu');
/** Characters that could end the quotation of the name early. */
const QUOTATION_MARKS = /["“”„‟«»‹›＂〝〞〟「」『』<>]/gu;

const graphemes = new Intl.Segmenter();

/**
 * Sanitizes a name for use between quotation marks in an email to a stranger: one line, at most 60
 * characters, and nothing that mail clients turn into a link. Returns an empty string if no letter or digit
 * is left.
 */
export function quoteName(name: string): string {
  const plain = name
    .replace(INVISIBLE, ' ')
    .replace(URLS, ' ')
    .replace(IPV4, (_, address: string) => address.replace(ANY_DOT, ' '))
    .replace(PATH, ' ')
    .replace(DOMAIN_DOT, ' ')
    .replace(QUOTATION_MARKS, '’')
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? shortened(plain) : '';
}

/** Shortens a text to at most 60 code units with an ellipsis, without splitting a grapheme. */
export function shortened(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length + ELLIPSIS.length > MAX_LENGTH) break;
    kept += segment;
  }
  return kept.trimEnd() + ELLIPSIS;
}
