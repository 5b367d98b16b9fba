import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesOf, documentedDoors, publicApi, unsaid } from './public-api.ts';

const REPORT = 'backend/release/public-api.txt';

test('the exports of the documented modules are those of the last release, except for changes in the changelog', () => {
  const released = readFileSync(REPORT, 'utf8').trim().split('\n');
  const now = publicApi('.');
  expect(now.length).toBeGreaterThan(100);
  const changes = unsaid(changesOf(released, now), readFileSync('CHANGELOG.md', 'utf8'));
  expect(changes, `name them in CHANGELOG.md; a release writes ${REPORT} anew`).toEqual([]);
});

/** A product's own code, here and in the template of create-bindery, and its documentation. */
const WRITTEN = [
  '*.ts',
  '{README,docs/*}.md',
  '{backend,contract,frontend}/*.{ts,mjs}',
  '{backend,contract,frontend}/extensions/**/*.{ts,tsx}',
  'backend/create-bindery/template/**/*.{ts,json}',
  'e2e/{every-page.e2e,*/views}.ts',
];
/** Files of this repository only, which may import internal modules of the packages. */
const OF_REPOSITORY = ['{vitest,playwright}.config.ts', '*/extensions/**/*.test.{ts,tsx}', '*/*.test.ts'];

test('a product and the documentation import only the doors of the packages', () => {
  const doors = new Set(documentedDoors('.'));
  const files = globSync(WRITTEN, { exclude: OF_REPOSITORY });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"`](@bindery\/\w+\/[^'"`\s…]+)['"`]/g)]
      .map(([, module = '']) => module)
      .filter((module) => !doors.has(module))
      .map((module) => `${file}: ${module}`),
  );
  expect(found).toEqual([]);
});

test('the documentation lists each door', () => {
  const listed = readFileSync('docs/packages.md', 'utf8');
  const modules = documentedDoors('.').filter((door) => /\.(tsx?|mjs|css)$/.test(door));
  expect(modules.filter((door) => !listed.includes(`\`${door}\``))).toEqual([]);
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
});
