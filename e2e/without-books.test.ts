import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Preloads } from '#contract/preloads.ts';
import { ProjectCopy } from './support/project-copy.ts';

// A developer's first steps with the project. Runs the type check, the linter, and the tests that read what is
// installed, which reveal wrong assumptions about it: running all tests again would take too long.

let copy: ProjectCopy;

beforeEach(() => {
  copy = new ProjectCopy();
});

afterEach(() => copy.remove());

// The changed config needs new templates of the databases, which take a while on a busy machine.
const PATIENCE = ['--testTimeout=120000', '--hookTimeout=240000'];
const runTests = (...paths: string[]) =>
  copy.run('node_modules/vitest/vitest.mjs', 'run', ...PATIENCE, ...paths);

test('the example of README.md compiles, has a migration and passes the tests of its rules', () => {
  const readme = readFileSync('README.md', 'utf8');
  const example = /```ts\n(publishers: [\s\S]*?)```/.exec(readme)?.[1];
  copy.editConfig({
    'import {': "import { integer } from '#contract/schema/index.ts';\nimport {",
    'users: {': `${example}  users: {`,
  });
  expect(copy.run('backend/create-migration.ts')).toContain('publishers');
  copy.compile();
  runTests(
    'backend/resources/every-entry.api.test.ts',
    '-t',
    'resources.config.ts publishers',
    'frontend/build',
  );
});

const PAGE = `import type { FeaturePages } from '../../pages.ts';

export default {
  '/app/notes': { area: 'app', component: 'app/notes/notes-page.tsx' },
} satisfies FeaturePages;
`;

const COMPONENT = `/** Renders the notes. */
export function Component() {
  return <h1>{1}</h1>;
}
`;

const lint = () =>
  copy.run(
    'node_modules/@biomejs/biome/bin/biome',
    'lint',
    '--vcs-enabled=false',
    '--error-on-warnings',
    ...['backend', 'contract', 'frontend', 'e2e', 'resources.config.ts', 'vite.config.ts'],
  );

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

test('the books go with three folders and two entries, and a new page comes with its folder', async () => {
  for (const folder of ['backend/books', 'frontend/app/books', 'e2e/books']) copy.deleteFolder(folder);
  copy.removeEntries('genres', 'books');
  expect(copy.run('backend/create-migration.ts', '--allow-loss')).toContain('table books goes');
  copy.write('frontend/app/notes/pages.ts', PAGE);
  copy.write('frontend/app/notes/notes-page.tsx', COMPONENT);
  copy.compile();
  lint();
  runTests(
    'backend/samples/seed.api.test.ts',
    'backend/page-shell/pages.api.test.ts',
    'frontend/build',
    'frontend/locales',
    'contract',
    'e2e/import-circles.test.ts',
  );
  const { url, stop } = await copy.start();
  try {
    expect(await statusOf(`${url}/app/books`)).toBe(404);
    expect(await statusOf(`${url}/api/books`)).toBe(404);
    expect(await statusOf(`${url}/manager/books`)).toBe(404);
    expect(await statusOf(`${url}/app/notes`)).toBe(302);
    expect(await statusOf(`${url}/login`)).toBe(200);
  } finally {
    await stop();
  }
  const { pages } = JSON.parse(copy.read('dist/.vite/preloads.json')) as Preloads;
  const notes = pages.find(({ address }) => address === '/app/notes');
  expect(notes?.scripts.some((script) => /notes-[^/]+\.js$/.test(script))).toBe(true);
});

test('a wrong entry ends the creation of a migration with one line that names it', () => {
  copy.editConfig({ 'publisher: text(': 'toString: text(' });
  expect(() => copy.run('backend/create-migration.ts')).toThrow(
    /failed:\nresources\.config\.ts has a mistake:\n {2}books\.fields\.toString: .*\n$/,
  );
});
