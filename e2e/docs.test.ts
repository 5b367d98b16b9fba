import { existsSync, readFileSync } from 'node:fs';
import { documented } from '@bindery/backend/web/docs-of-error.ts';
import { renderMarkdown } from '@bindery/tools/developers/documentation/markdown.ts';
import {
  addressOf,
  documentationFiles,
  isOutside,
  readNavigation,
  readPage,
  resolveLink,
} from '@bindery/tools/developers/documentation/pages.ts';
import { searchDocumentation } from '@bindery/tools/developers/documentation/search.ts';
import { describe, expect, test } from 'vitest';

const files = documentationFiles();
const rendered = new Map(files.map((file) => [file, renderMarkdown(readFileSync(file, 'utf8'))]));

/** Returns what is wrong with a link: its file, or its heading, that does not exist. */
function problemOf(link: string, from: string): string | undefined {
  const file = link.startsWith('#') ? from : resolveLink(link, from);
  if (!existsSync(file)) return `${from}: there is no ${file}`;
  const [, anchor] = /#(.+)/.exec(link) ?? [];
  const page = rendered.get(file);
  if (!anchor || page?.headings.some((heading) => heading.anchor === anchor)) return undefined;
  return `${from}: ${file} has no heading #${anchor}`;
}

describe('the documentation', () => {
  test('links to files and headings that exist', () => {
    const links = [...rendered].flatMap(([from, page]) => page.links.map((link) => [link, from] as const));
    expect(links.length).toBeGreaterThan(50);
    const wrong = links.flatMap(([link, from]) => (isOutside(link) ? [] : (problemOf(link, from) ?? [])));
    expect(wrong).toEqual([]);
  });

  test('explains what errors refer to under the headings that they name', () => {
    expect(documented.flatMap((address) => problemOf(address, 'README.md') ?? [])).toEqual([]);
    expect(problemOf('docs/roles.md#nowhere', 'README.md')).toBe(
      'README.md: docs/roles.md has no heading #nowhere',
    );
    expect(problemOf('docs/nowhere.md', 'README.md')).toBe('README.md: there is no docs/nowhere.md');
  });

  test('has every page in its index, by the title of the page or another one', () => {
    const pages = readNavigation().flatMap((group) => group.pages);
    const listed = ['docs/README.md', ...pages.map(({ file }) => file)];
    expect(files.filter((file) => !listed.includes(file) && !file.startsWith('docs/decisions/'))).toEqual([]);
    expect(pages.filter(({ address }) => !readPage(address)?.title)).toEqual([]);
  });

  test('is linked among itself by the addresses of /docs, with anchors, pictures and sources', () => {
    const { html } = readPage('/docs/roles')!;
    expect(html).toContain('href="/docs/decisions/roles-and-rows"');
    expect(html).toContain('href="/docs/files/contract/engine/src/testing/town-library.ts"');
    // A product's own README may have other pictures, or none.
    const hasPicture = readFileSync('README.md', 'utf8').includes('(docs/manager.png)');
    expect(readPage('/docs/README')!.html.includes('src="/docs/files/docs/manager.png"')).toBe(hasPicture);
    expect(readPage('/docs/recipes')!.html).toContain('<figcaption>backend/extensions/suggestions/jobs.ts');
    expect(readPage('/docs/recipes')!.html).toContain('href="#an-approval-state"');
    expect(readPage('/docs/decisions')!.html).toContain('href="/docs/decisions/archive"');
    expect(readPage('/docs/../package')).toBeUndefined();
  });

  test('is searched by all words of a text, in headings first, with links to what is found', () => {
    const [first, ...others] = searchDocumentation('rights FIELDS readby');
    expect(first).toMatchObject({
      page: 'Roles and rights',
      heading: 'Fields',
      address: '/docs/roles#fields',
    });
    expect(first?.excerpt[1].toLowerCase()).toMatch(/rights|fields|readby/);
    expect(others.length).toBeGreaterThan(0);
    const addresses = new Set(files.map((file) => addressOf(file)));
    for (const { address } of searchDocumentation('a'))
      expect(addresses).toContain(address.replace(/#.*/, ''));
    for (const search of ['', ' ', 'constructor zebra', '<script>alert(1)</script>', 'x'.repeat(300), '🔎'])
      expect(searchDocumentation(search)).toEqual([]);
  });

  test('colours the words of code, and keeps what it says', () => {
    const { html } = renderMarkdown("```ts a.ts\nconst a: Set<'<b>'> = f(1); // ok\n```\n\n```odd\n<b>\n```");
    expect(html).toContain('<span class="hljs-keyword">const</span>');
    expect(html).toContain('<code>&lt;b&gt;</code>');
    expect(html).not.toContain('<b>');
  });

  test('has the anchors that GitHub gives its headings', () => {
    const { headings } = renderMarkdown(
      "# A `where` & [more](x.md)\n## Rows of one's own\n## Twice\n## Twice\n## الأدوار",
    );
    expect(headings.map(({ anchor }) => anchor)).toEqual([
      'a-where--more',
      'rows-of-ones-own',
      'twice',
      'twice-1',
      'الأدوار',
    ]);
  });
});
