import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadExtensions } from './load-extensions.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-extensions-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Without the routes of the product.
const load = (from = folder) => loadExtensions(lendingLibrary, { folder: from, routes: {} });
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const hooksOf = (resource: string, hooks = 'beforeDelete() {}') =>
  `export default { resource: '${resource}', hooks: { ${hooks} } };`;

test('the hooks of each folder belong to the resource of its name', async () => {
  write('books/hooks.mjs', 'export default 1;');
  write('loans/hooks.ts', hooksOf('loans'));
  write('loans/parts/hooks.ts', hooksOf('parts'));
  expect((await load()).hooks).toEqual({ loans: { beforeDelete: expect.any(Function) } });
});

test('the exports of jobs.ts are jobs, named after their resource and themselves', async () => {
  write('loans/jobs.ts', 'export const remind = { run: async () => {}, parse: () => ({}) };');
  expect(Object.keys((await load()).jobs)).toEqual(['loans-remind']);
  write('books/jobs.ts', 'export const text = 7;');
  await expect(load()).rejects.toThrow('backend/extensions/books/jobs.ts: text is not made with defineJob.');
});

test('an invalid schedule names its file', async () => {
  const module = resolve(import.meta.dirname, 'jobs.ts');
  write(
    'loans/jobs.ts',
    `import { defineJob } from ${JSON.stringify(module)};
    export const nightly = defineJob({ schedule: '0 25 * * *', run: async () => {} });`,
  );
  await expect(load()).rejects.toThrow(
    'backend/extensions/loans/jobs.ts: The schedule "0 25 * * *" of a job (UTC) is invalid:',
  );
});

test('other files of an extension may have any name', async () => {
  write('books/sample-books.ts', '');
  write('books/parts/hook.ts', '');
  // Names that nearly match files which are loaded.
  write('loans/books.ts', 'export const most = 3;');
  write('loans/mobs.ts', '');
  expect(await load()).toMatchObject({ hooks: {} });
});

test('without a folder there are no extensions', async () => {
  expect(await load(join(folder, 'none'))).toMatchObject({ hooks: {} });
});

test.each([
  [
    'boks/hooks.ts',
    hooksOf('boks'),
    'backend/extensions/boks: resources.config.ts has no resource with this name. Did you mean books?',
  ],
  ['toString/hooks.ts', hooksOf('toString'), 'has no resource with this name'],
  [
    'books/hooks.ts',
    hooksOf('loans'),
    'books/hooks.ts: its default export must be defined for books, and not for loans.',
  ],
  [
    'books/hooks.ts',
    'export const hooks = {};',
    'its default export must be defined for books; it has none, and exports hooks.',
  ],
  ['books/endpoints.ts', '', 'its default export must be defined for books; it has none.'],
  ['books/hooks.ts', 'export default {};', 'must be defined for books, with defineHooks or defineEndpoints.'],
  ...['hook.ts', 'Hooks.ts', 'hooks.js', 'hokos.ts'].map((name) => [
    `books/${name}`,
    "export default defineHooks('books', {});",
    `backend/extensions/books/${name}: nothing loads a file with this name. Did you mean hooks.ts?`,
  ]),
  ['books/endpionts.ts', 'export default defineEndpoints(books, {});', 'Did you mean endpoints.ts?'],
  ['books/job.ts', 'export const forget = defineJob({});', 'Did you mean jobs.ts?'],
  ['books/seeds.ts', 'export default async () => false;', 'Did you mean seed.ts?'],
  [
    'books/hooks.ts',
    hooksOf('books', 'beforCreate() {}'),
    'books/hooks.ts: beforCreate is not a hook. Did you mean beforeCreate? Available: beforeCreate, beforeUpdate,',
  ],
  ['books/hooks.ts', hooksOf('books', 'constructor() {}'), 'books/hooks.ts: constructor is not a hook.'],
  ['books/hooks.ts', hooksOf('books', 'afterCommit: 7'), 'books/hooks.ts: afterCommit must be a function.'],
])('%s is rejected if it does not match: %#', async (file, text, message) => {
  write(file, text);
  await expect(load()).rejects.toThrow(message);
});
