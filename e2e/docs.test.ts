import { existsSync, readFileSync } from 'node:fs';
import { documented } from '@bindery/backend/web/docs-of-error.ts';
import { describe, expect, test } from 'vitest';
import { documentationFiles, isOutside, readPage, resolveLink } from './support/documentation.ts';

const files = documentationFiles();
const pages = new Map(files.map((file) => [file, readPage(readFileSync(file, 'utf8'))]));

/** Returns the problem of a link: its file or its heading does not exist. */
function problemOf(link: string, from: string): string | undefined {
  const file = link.startsWith('#') ? from : resolveLink(link, from);
  if (!existsSync(file)) return `${from}: there is no ${file}`;
  const [, anchor] = /#(.+)/.exec(link) ?? [];
  if (!anchor || pages.get(file)?.anchors.includes(anchor)) return undefined;
  return `${from}: ${file} has no heading #${anchor}`;
}

describe('the documentation', () => {
  test('links to files and headings that exist', () => {
    const links = [...pages].flatMap(([from, page]) => page.links.map((link) => [link, from] as const));
    expect(links.length).toBeGreaterThan(50);
    const problems = links.flatMap(([link, from]) => (isOutside(link) ? [] : (problemOf(link, from) ?? [])));
    expect(problems).toEqual([]);
  });

  test('has the headings that errors refer to', () => {
    expect(documented.flatMap((address) => problemOf(address, 'README.md') ?? [])).toEqual([]);
    expect(problemOf('docs/roles.md#nowhere', 'README.md')).toBe(
      'README.md: docs/roles.md has no heading #nowhere',
    );
    expect(problemOf('docs/nowhere.md', 'README.md')).toBe('README.md: there is no docs/nowhere.md');
  });

  test('has every page in its index', () => {
    const index = 'docs/README.md';
    const listed = pages.get(index)!.links.map((link) => resolveLink(link, index));
    expect(
      files.filter((file) => ![index, ...listed].includes(file) && !file.startsWith('docs/decisions/')),
    ).toEqual([]);
  });

  test('has the anchors that GitHub gives its headings', () => {
    const { anchors } = readPage(
      "# A `where` & [more](x.md)\n## Rows of one's own\n## Twice\n## Twice\n## الأدوار",
    );
    expect(anchors).toEqual(['a-where--more', 'rows-of-ones-own', 'twice', 'twice-1', 'الأدوار']);
  });
});
