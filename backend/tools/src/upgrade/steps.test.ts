import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changedPackages, mixedVersions, startOf } from './command.ts';
import { compareVersions, placesOf, readSteps, stepsBetween } from './steps.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-upgrade-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

const block = (...steps: object[]) => `\`\`\`json upgrade\n${JSON.stringify(steps)}\n\`\`\`\n`;
const CHANGELOG = `# Changelog\n\n## [Unreleased]\n\n${block({ do: 'Third' })}
## [0.10.0] - 2026-11-20\n\n### Changed\n\n- All.\n\n${block({ do: 'Second' }, { do: 'Also', in: 'a/*' })}
## [0.9.0] - 2026-11-01\n\n${block({ do: 'First' })}\n## [0.1.0]\n`;

test('an upgrade goes through the versions in their order, without older and later ones', () => {
  const requested = (from: string, to: string) =>
    stepsBetween(readSteps(CHANGELOG, '0.11.0'), from, to).flatMap(({ steps }) =>
      steps.map((step) => step.do),
    );
  expect(requested('0.1.0', '0.11.0')).toEqual(['First', 'Second', 'Also', 'Third']);
  expect(requested('0.9.0', '0.10.0')).toEqual(['Second', 'Also']);
  expect(requested('0.11.0', '0.11.0')).toEqual([]);
  expect(compareVersions('0.9.0', '0.10.0')).toBeLessThan(0);
});

test('the error of an invalid block names its version', () => {
  const invalid = CHANGELOG.replace('"First"', '"First", "where": "here"');
  expect(() => readSteps(invalid, '0.11.0')).toThrow(/^CHANGELOG\.md, 0\.9\.0: /);
});

test('every block of this changelog can be read', () => {
  expect(readSteps(readFileSync('CHANGELOG.md', 'utf8'), '0.1.0').length).toBeGreaterThan(1);
});

test('a step names the lines that it concerns, except in node_modules', () => {
  write('frontend/a.tsx', 'one\nold()\n');
  write('node_modules/b/frontend/a.tsx', 'old()');
  expect(placesOf({ do: 'x', in: '**/*.tsx', finds: String.raw`\bold\(` }, root)).toEqual([
    'frontend/a.tsx:2',
  ]);
  expect(placesOf({ do: 'x', in: ['**/*.tsx'] }, root)).toEqual(['frontend/a.tsx']);
  expect(placesOf({ do: 'x' }, root)).toBeUndefined();
});

test('packages in other versions than the tested ones are named, except those that a product omits', () => {
  const wanted = {
    dependencies: { '@bindery/backend': '2.0.0', react: '20.0.0', vite: '9.0.0' },
    devDependencies: { jsdom: '40.0.0' },
    overrides: { zod: { other: '1.0.0' } },
  };
  expect(changedPackages({ dependencies: { react: '19.0.0', vite: '9.0.0' } }, wanted)).toEqual([
    'dependencies: "react": "20.0.0", not "19.0.0"',
    'overrides: "zod": {"other":"1.0.0"}',
  ]);
});

test('packages of the engine in several versions are rejected', () => {
  expect(mixedVersions({ a: '1.0.0', b: '1.0.0' })).toBeUndefined();
  expect(mixedVersions({ a: '1.0.0', b: '2.0.0' })).toMatch(/a 1\.0\.0, b 2\.0\.0/);
});

test.each([
  ['abc', '--from: "abc" is not a version, such as 0.10.0.'],
  ['', 'is not a version'],
  ['0.9', 'is not a version'],
  ['9.9.9', '--from: 9.9.9 is newer than the installed version, 0.10.0.'],
])('an upgrade from %j is rejected', (from, message) => {
  expect(() => startOf(from, '0.10.0')).toThrow(message);
});

test.each(['0.9.0', '0.10.0', '0.10.0-next.1'])('an upgrade starts from %s', (from) => {
  expect(startOf(from, '0.10.0')).toBe(from);
});
