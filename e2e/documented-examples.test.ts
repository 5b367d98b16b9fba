import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CONFIG,
  ENDPOINTS,
  entryPointExamples,
  extension,
  FIELD_KINDS,
  fieldKind,
  writeExamples,
  writtenFiles,
} from './support/documented-code.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { isStarter } from './support/starter.ts';

// The examples in a copy of the project; tested-copies.test.ts runs their tests.

let copy: ProjectCopy;
let migration: string;

beforeAll(() => {
  if (!isStarter) return;
  copy = new ProjectCopy();
  migration = writeExamples(copy);
});

afterAll(() => copy?.remove());

test.runIf(isStarter)(
  'a field kind is two files and one line, an extension only adds to the config and one file',
  () => {
    expect([...fieldKind.keys()]).toEqual([
      'contract/extensions/field-kinds/rating.ts',
      'frontend/extensions/field-kinds/rating.tsx',
      FIELD_KINDS,
    ]);
    expect(fieldKind.get(FIELD_KINDS)).toMatch(/^.*\n$/);
    expect([...extension.keys()]).toEqual(expect.arrayContaining([CONFIG, ENDPOINTS]));
  },
);

test.runIf(isStarter)('the examples have a migration', () => {
  expect(migration).toContain('publishers');
  expect(migration).toContain('loans');
  expect(migration).toContain('rating');
});

test.runIf(isStarter)('each entry point of the packages has an example', () => {
  expect(entryPointExamples.length).toBeGreaterThan(16);
});

test.runIf(isStarter)('the examples compile and pass the linter', () => {
  const sources = writtenFiles.filter((file) => !file.endsWith('.json'));
  copy.compile(sources.filter((file) => /\.tsx?$/.test(file)));
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    ...['check', '--vcs-enabled=false', '--error-on-warnings', ...sources],
  );
});
