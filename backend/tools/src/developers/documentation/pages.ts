import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type RenderedPage, renderMarkdown } from './markdown.ts';

const INDEX = 'docs/README.md';

/** The folder with the documentation: that of this package, or of the project where the package is its source. */
export const ROOT = [4, 5]
  .map((steps) => path.resolve(import.meta.dirname, '../'.repeat(steps)))
  .find((folder) => existsSync(path.join(folder, INDEX)))!;
const DECISIONS = 'docs/decisions';

/** A page of the documentation: its file, relative to the project, and its address. */
export interface DocumentationPage {
  readonly file: string;
  readonly address: string;
  readonly title: string;
}

/** Pages under a common heading of docs/README.md. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly DocumentationPage[];
}

/** Returns a page, rendered with addresses of /docs; undefined if there is none at the address. */
export function readPage(address: string): RenderedPage | undefined {
  const file = fileAt(address);
  if (file === undefined) return undefined;
  const source = file === DECISIONS ? listOfDecisions() : readFileSync(path.join(ROOT, file), 'utf8');
  return renderMarkdown(source, (link) => addressOfLink(link, file));
}

/** Returns all pages but the index, in the order and with the titles of docs/README.md. */
export function readNavigation(): PageGroup[] {
  const groups: { title: string; pages: DocumentationPage[] }[] = [];
  for (const line of readFileSync(path.join(ROOT, INDEX), 'utf8').split('\n')) {
    const [, heading] = /^## (.+)/.exec(line) ?? [];
    if (heading) groups.push({ title: heading, pages: [] });
    const [, title, link] = /^- \[([^\]]+)\]\(([^)]+)\)/.exec(line) ?? [];
    if (title && link) {
      const file = resolveLink(link, INDEX);
      groups.at(-1)?.pages.push({ file, title, address: addressOf(file) });
    }
  }
  return groups;
}

/** Returns the files of all pages, those of decisions included, relative to the project. */
export const documentationFiles = (): string[] =>
  globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));

/** Returns the file or folder that a link of a page means, relative to the project, without its anchor. */
export const resolveLink = (link: string, from: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(from), link.replace(/#.*/, ''))).replace(/\/$/, '');

/** Returns whether a link leads out of the project. */
export const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);

/** Returns the absolute path of a file to which a page links; undefined for any other. */
export function linkedFile(file: string): string | undefined {
  const isLinked = documentationFiles().some((page) =>
    renderMarkdown(readFileSync(path.join(ROOT, page), 'utf8')).links.some(
      (link) => !isOutside(link) && resolveLink(link, page) === file,
    ),
  );
  const found = path.join(ROOT, file);
  return isLinked && existsSync(found) && statSync(found).isFile() ? found : undefined;
}

/** Returns the address of a page. Those in `docs` are called without it, those of the project's folder by their file. */
export const addressOf = (file: string) =>
  file === INDEX ? '/docs' : `/docs/${file.replace(/^docs\//, '').replace(/\.md$/, '')}`;

function fileAt(address: string): string | undefined {
  const files = [...documentationFiles(), DECISIONS];
  return files.find((file) => addressOf(file) === address);
}

function addressOfLink(link: string, from: string) {
  if (isOutside(link) || link.startsWith('#')) return link;
  const [, anchor = ''] = /(#.*)$/.exec(link) ?? [];
  const file = resolveLink(link, from);
  const isPage = file.endsWith('.md') || file === DECISIONS;
  return isPage ? addressOf(file) + anchor : `/docs/files/${file}`;
}

function listOfDecisions() {
  const lines = globSync('*.md', { cwd: path.join(ROOT, DECISIONS) })
    .sort()
    .map((file) => {
      const [title = file] = readFileSync(path.join(ROOT, DECISIONS, file), 'utf8').split('\n');
      return `- [${title.replace(/^# /, '')}](decisions/${file})`;
    });
  return `# Decisions\n\nWhat a reader would question, and why it is as it is.\n\n${lines.join('\n')}\n`;
}
