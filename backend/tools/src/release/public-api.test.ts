import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesOf, entryPoints, publicApi, unsaid } from './public-api.ts';

const REPORT = 'backend/tools/src/release/public-api.txt';

test('the exports of the entry points are those of the last release, except for changes in the changelog', () => {
  const released = readFileSync(REPORT, 'utf8').trim().split('\n');
  const now = publicApi('.');
  expect(now.length).toBeGreaterThan(100);
  const changes = unsaid(changesOf(released, now), readFileSync('CHANGELOG.md', 'utf8'));
  expect(changes, `name them in CHANGELOG.md; a release rewrites ${REPORT}`).toEqual([]);
});

/** A product's own code, here and in the template of create-bindery, and its documentation. */
const WRITTEN = [
  '*.ts',
  '{README,docs/*}.md',
  '{backend,contract,frontend}/*.{ts,mjs}',
  '{backend,contract,frontend}/extensions/**/*.{ts,tsx}',
  'backend/create-bindery/template/**/*.{ts,json}',
  'migrations/*.ts',
  'e2e/{every-page.e2e,*/*}.ts',
];
/** Files of this repository only, which may import inner modules of the packages. */
const OF_REPOSITORY = [
  '{vitest,playwright}.config.ts',
  '*/*.test.ts',
  'e2e/{browsers,looks,support}/*',
  'e2e/books/{first-visit.e2e,looks.e2e,*.browser-test}.ts',
];

/** Returns the names of packages' modules in a text, as imports and in documentation. */
const modulesIn = (text: string) =>
  [...text.matchAll(/['"`](@bindery\/\w+(?:\/[^'"`\s…]+)?)['"`]/g)].map(([, module = '']) => module);

test('a product and the documentation import only the entry points of the packages', () => {
  const known = new Set([
    ...entryPoints('.').keys(),
    // The packages themselves, and a file that a product extends.
    ...['@bindery/tools', '@bindery/frontend/tsconfig.base.json'],
  ]);
  const files = globSync(WRITTEN, { exclude: OF_REPOSITORY });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    modulesIn(readFileSync(file, 'utf8'))
      .filter((module) => !known.has(module))
      .map((module) => `${file}: ${module}`),
  );
  expect(found).toEqual([]);
});

test('the packages have few entry points, and the documentation describes each', () => {
  const described = readFileSync('docs/packages.md', 'utf8');
  const names = [...entryPoints('.').keys()];
  expect(names.length).toBeLessThanOrEqual(20);
  expect(names.filter((name) => !described.includes(`| \`${name}\` |`))).toEqual([]);
});

test('an entry point starts with what it is for, and an example', () => {
  const files = [...entryPoints('.').values()].filter((file) => file.includes('/entry-points/'));
  expect(files.length).toBeGreaterThan(15);
  const HEAD = /^\/\*\*\n \* [A-Z][\s\S]*?\n \* @example\n(?: \*.*\n)+ \*\/\n/;
  expect(files.filter((file) => !HEAD.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('an added or removed name is a change until the changelog names it or its module', () => {
  const changes = changesOf(
    ['@bindery/a/x.ts one', '@bindery/a/x.ts two'],
    ['@bindery/a/x.ts one', '@bindery/b/y.ts three'],
  );
  expect(changes).toEqual(['+ @bindery/b/y.ts three', '- @bindery/a/x.ts two']);
  const said = (line: string) => `# Changelog\n\n## [Unreleased]\n\n- ${line}\n\n## [0.1.0]\n\n- \`two\`\n`;
  expect(unsaid(changes, said('Nothing.'))).toEqual(changes);
  expect(unsaid(changes, said('`two` is gone.'))).toEqual(['+ @bindery/b/y.ts three']);
  expect(unsaid(changes, said('`two` is gone, and `@bindery/b/y.ts` is new.'))).toEqual([]);
  const step = JSON.stringify([{ do: 'Import two from y.', finds: "'@bindery/a/\\w+\\.ts'" }]);
  expect(unsaid(changes, said(`Moved.\n\n\`\`\`json upgrade\n${step}\n\`\`\`\n`))).toEqual([
    '+ @bindery/b/y.ts three',
  ]);
});
