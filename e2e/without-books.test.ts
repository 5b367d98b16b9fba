import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProjectCopy } from './support/project-copy.ts';

// A developer's first steps with the project. Runs only the type check and the server tests that read the config,
// which reveal wrong assumptions about it: running all tests again would take too long.

const MINUTES = 60_000;

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
}, MINUTES);

afterEach(() => copy.remove());

const compile = () => copy.run('node_modules/typescript/bin/tsc', '--noEmit', '-p', '.');
const runTests = (...paths: string[]) => copy.run('node_modules/vitest/vitest.mjs', 'run', ...paths);

test('the example of README.md compiles, has a migration and passes the tests of its rules', {
  timeout: 5 * MINUTES,
}, () => {
  const readme = readFileSync('README.md', 'utf8');
  const example = /```ts\n(publishers: [\s\S]*?)```/.exec(readme)?.[1];
  copy.editConfig({
    'import {': "import { integer } from '#contract/schema/index.ts';\nimport {",
    'users: {': `${example}  users: {`,
  });
  expect(copy.run('backend/database/migrations/create-migration-command.ts')).toContain('publishers');
  compile();
  runTests(
    'backend/resources/every-entry.api.test.ts',
    '-t',
    'resources.config.ts publishers',
    'frontend/build',
  );
});

test('books and genres can go from the config, and nothing else has to change', {
  timeout: 5 * MINUTES,
}, () => {
  copy.removeEntries('genres', 'books');
  expect(copy.run('backend/database/migrations/create-migration-command.ts', '--allow-loss')).toContain(
    'table books goes',
  );
  compile();
  runTests(
    'backend/database/seed.api.test.ts',
    'backend/page-shell/pages.api.test.ts',
    'frontend/build',
    'contract',
  );
});

test('a wrong entry ends the creation of a migration with one line that names it', () => {
  copy.editConfig({ 'publisher: text(': 'toString: text(' });
  expect(() => copy.run('backend/database/migrations/create-migration-command.ts')).toThrow(
    /failed:\nresources\.config\.ts has a mistake:\n {2}books\.fields\.toString: .*\n$/,
  );
});
