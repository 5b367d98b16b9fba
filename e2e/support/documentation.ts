import { globSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';

/** The links, pictures included, and the anchors of the headings of a page. */
export interface ReadPage {
  readonly links: readonly string[];
  readonly anchors: readonly string[];
}

/** Returns the files of all pages of the documentation, decisions included. */
export const documentationFiles = (): string[] =>
  globSync(['*.md', 'docs/**/*.md']).map((file) => file.replaceAll(path.sep, '/'));

/** Reads a page of Markdown, with the anchors that GitHub gives its headings. */
export function readPage(source: string): ReadPage {
  const slugger = new GithubSlugger();
  const links: string[] = [];
  const anchors: string[] = [];
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'link' || token.type === 'image') links.push(token.href);
    if (token.type === 'heading') anchors.push(slugger.slug(withoutMarks(token.text)));
  });
  return { links, anchors };
}

/** Returns a text without its marks: "`where`, [a guide](a.md)" → "where, a guide". */
const withoutMarks = (text: string) => text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');

/** Returns the target file or folder of a link, without its anchor. */
export const resolveLink = (link: string, from: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(from), link.replace(/#.*/, ''))).replace(/\/$/, '');

/** Returns whether the target of a link is outside of the project. */
export const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);
