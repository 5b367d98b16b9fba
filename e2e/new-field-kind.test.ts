import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';

/** The code of docs/field-kinds.md, by file. */
const guide = readFileSync('docs/field-kinds.md', 'utf8');
const code = new Map(
  [...guide.matchAll(/^```tsx? (\S+)\n([\s\S]*?)^```/gm)].map(([, file = '', text = '']) => [file, text]),
);

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

const read = (file: string) => readFileSync(join(copy.folder, file), 'utf8');
const write = (file: string, text: string) => copy.write(file, text);

test('a field kind is added by two files and one line, after which it compiles and passes the tests of every kind', () => {
  const registry = 'contract/extensions/field-kinds/index.ts';
  expect([...code.keys()]).toEqual([
    'contract/extensions/field-kinds/rating.ts',
    'frontend/extensions/field-kinds/rating.tsx',
    registry,
  ]);
  expect(code.get(registry)).toMatch(/^.*\n$/);
  for (const [file, text] of code)
    write(file, file === registry ? read(registry).replace('export {};\n', text) : text);

  copy.edit('resources.config.ts', {
    'import {': 'import {\n  rating,',
    'publisher: text({ max: 255 }),': 'publisher: text({ max: 255 }),\n      rating: rating({ stars: 6 }),',
  });
  // What stands on the kinds most directly; the whole project takes several times as long.
  copy.compile(
    'resources.config.ts',
    'contract',
    'backend/testing/samples.ts',
    'frontend/manager/fields',
    'frontend/extensions/field-kinds',
  );
  copy.run('node_modules/@biomejs/biome/bin/biome', 'lint', '--error-on-warnings', ...code.keys());

  const tests = ['contract/testing', 'frontend/manager/fields', 'backend/resources/every-entry.api.test.ts'];
  const done = copy.run(
    'node_modules/vitest/vitest.mjs',
    ...[
      'run',
      ...tests,
      '--testNamePattern',
      'specimens|every kind of|(of|empty|a) rating',
      '--reporter',
      'verbose',
    ],
  );
  for (const name of [
    'valid sample of rating',
    'components of rating',
    'empty rating',
    'filtered by rating_gte',
  ])
    expect(done).toContain(name);
});
