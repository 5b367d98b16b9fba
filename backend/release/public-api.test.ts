import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesOf, documentedDoors, publicApi, unsaid } from './public-api.ts';

const REPORT = 'backend/release/public-api.txt';

test('what the documented doors export is that of the last release, but for what the changelog says', () => {
  const released = readFileSync(REPORT, 'utf8').trim().split('\n');
  const now = publicApi('.');
  expect(now.length).toBeGreaterThan(100);
  const changes = unsaid(changesOf(released, now), readFileSync('CHANGELOG.md', 'utf8'));
  expect(changes, `name them in CHANGELOG.md; a release writes ${REPORT} anew`).toEqual([]);
});

/** A product's own code, here and as create-bindery writes it, and what tells of it. */
const WRITTEN = [
  '*.ts',
  '{README,docs/*}.md',
  '{backend,contract,frontend}/*.{ts,mjs}',
  '{backend,contract,frontend}/extensions/**/*.{ts,tsx}',
  'backend/create-bindery/template/**/*.{ts,json}',
  'e2e/{every-page.e2e,*/views}.ts',
];
/** What only tests of this repository need, they take from inside of the packages. */
const OF_REPOSITORY = ['{vitest,playwright}.config.ts', '*/extensions/**/*.test.{ts,tsx}', '*/*.test.ts'];

test('a product, and the documentation, import the doors of the packages alone', () => {
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

test('a name more, and one that is gone, are changes until the changelog names them or their door', () => {
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
