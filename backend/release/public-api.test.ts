import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changesOf, publicApi, unsaid } from './public-api.ts';

const REPORT = 'backend/release/public-api.txt';

test('the exports of the documented modules are those of the last release, except for changes in the changelog', () => {
  const released = readFileSync(REPORT, 'utf8').trim().split('\n');
  const now = publicApi('.');
  expect(now.length).toBeGreaterThan(100);
  const changes = unsaid(changesOf(released, now), readFileSync('CHANGELOG.md', 'utf8'));
  expect(changes, `name them in CHANGELOG.md; a release writes ${REPORT} anew`).toEqual([]);
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
