import { escapeHtml } from '@bindery/backend/kernel/http/escape-html.ts';
import { slug } from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { highlight } from './highlight.ts';

/** A heading of a page, with the anchor that GitHub gives it too. */
export interface Heading {
  readonly depth: number;
  readonly text: string;
  readonly anchor: string;
}

/** What a page of Markdown becomes. */
export interface RenderedPage {
  readonly html: string;
  /** The first heading. */
  readonly title: string;
  readonly headings: readonly Heading[];
  /** The links and pictures of the page, as they are written. */
  readonly links: readonly string[];
}

/** Returns a text without its marks: "`where`, [a guide](a.md)" → "where, a guide". */
const withoutMarks = (text: string) => text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');

const href = (address: string, title?: string | null) =>
  `"${escapeHtml(address)}"${title ? ` title="${escapeHtml(title)}"` : ''}`;

/**
 * Renders a page of Markdown. `addressOf` gives the address of each link; what may be too wide can be scrolled by
 * keyboard. Its HTML is trusted: it is for the project's own files.
 */
export function renderMarkdown(
  source: string,
  addressOf: (link: string) => string = (link) => link,
): RenderedPage {
  const headings: Heading[] = [];
  const links: string[] = [];
  // What can be scrolled has a name of its own on the page.
  let number = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = withoutMarks(text);
        const anchor = uniqueAnchor(slug(plain), headings);
        headings.push({ depth, text: plain, anchor });
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href: address, title, tokens }) {
        links.push(address);
        return `<a href=${href(addressOf(address), title)}>${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href: address, title, text }) {
        links.push(address);
        return `<img src=${href(addressOf(address), title)} alt="${escapeHtml(text)}">`;
      },
      code: ({ text, lang = '' }) => codeBlock(text, { info: lang, number: ++number }),
      table(token) {
        const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map((cell) => cellOf(cell)).join('')}</tr>`;
        const cellOf = ({ tokens, header, text }: Tokens.TableCell) => {
          const name = header && text ? 'th' : 'td';
          return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
        };
        const head = token.header.some(({ text }) => text) ? `<thead>${row(token.header)}</thead>` : '';
        return scrollable(
          `Table ${++number}`,
          `<table>${head}<tbody>${token.rows.map(row).join('')}</tbody></table>`,
        );
      },
    },
  });
  const html = marked.parse(source, { async: false });
  return { html, title: headings[0]?.text ?? '', headings, links };
}

/** A part of a page below one heading, as plain text. */
export interface PageSection {
  readonly heading: string;
  readonly anchor: string;
  readonly text: string;
}

/** Returns the sections of a page of Markdown; what stands before its first heading is left out. */
export function splitSections(source: string): PageSection[] {
  const sections: { -readonly [K in keyof PageSection]: PageSection[K] }[] = [];
  for (const token of new Marked({ gfm: true }).lexer(source))
    if (token.type === 'heading') {
      const heading = withoutMarks(token.text);
      sections.push({ heading, anchor: uniqueAnchor(slug(heading), sections), text: '' });
    } else {
      const section = sections.at(-1);
      if (section)
        section.text += ` ${withoutMarks(token.raw)
          .replaceAll(/[\s|]+/g, ' ')
          .trim()}`;
    }
  return sections;
}

/** Returns the anchor of a heading; later ones of the same text get a number, as on GitHub. */
function uniqueAnchor(anchor: string, earlier: readonly Pick<Heading, 'anchor'>[]): string {
  const isTaken = (name: string) => earlier.some((heading) => heading.anchor === name);
  let number = 0;
  while (isTaken(number === 0 ? anchor : `${anchor}-${number}`)) number++;
  return number === 0 ? anchor : `${anchor}-${number}`;
}

/** A code block, with the name of its file where it states one: "```ts backend/x.ts". */
function codeBlock(text: string, { info, number }: { info: string; number: number }) {
  const [language = '', file] = info.split(' ');
  const code = scrollable(
    `Code ${number}${file ? `: ${file}` : ''}`,
    `<pre><code>${highlight(text, language)}</code></pre>`,
  );
  return file ? `<figure><figcaption>${escapeHtml(file)}</figcaption>${code}</figure>\n` : code;
}

const scrollable = (label: string, html: string) =>
  `<div class="wide" role="region" aria-label="${escapeHtml(label)}" tabindex="0">${html}</div>\n`;
