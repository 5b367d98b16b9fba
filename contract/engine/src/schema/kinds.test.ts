import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { kindNames } from './kinds.ts';

const root = resolve(import.meta.dirname, '../../../..');
const comparison = new RegExp(`\\bkind\\)?\\s*[!=]==\\s*'(${kindNames().join('|')})'`);

test.each([["field.kind === 'date'"], ["kind !== 'select' && done"], ["String(taken.kind) === 'integer'"]])(
  'a comparison with the name of a kind is detected: %s',
  (source) => {
    expect(source).toMatch(comparison);
  },
);

test('only the kinds themselves compare the kind of a field with a name', () => {
  const sources = globSync('{contract,backend,frontend}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|[\\/](testing|fields|field-kinds)[\\/]/.test(file),
  );
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.filter((file) => comparison.test(readFileSync(resolve(root, file), 'utf8')));
  expect(found).toEqual([]);
});
