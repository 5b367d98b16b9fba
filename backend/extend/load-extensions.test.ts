import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lendingLibrary } from '#contract/testing/lending-library.ts';
import { loadExtensions } from './load-extensions.ts';

// The routes of the product's own extensions have no endpoints in the folders of these tests.
vi.mock('#contract/extensions/index.ts', () => ({}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-extensions-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Without the routes that a product has of its own.
const load = (from = folder) => loadExtensions(lendingLibrary, from, {});
const write = (file: string, text: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const hooksOf = (resource: string) => `export default { resource: '${resource}', hooks: { own: true } };`;

test('the hooks of each folder belong to the resource of its name', async () => {
  write('books/hooks.mjs', 'export default 1;');
  write('loans/hooks.ts', hooksOf('loans'));
  write('loans/parts/hooks.ts', hooksOf('parts'));
  expect((await load()).hooks).toEqual({ loans: { own: true } });
});

test('the exports of jobs.ts are jobs, named after their resource and themselves', async () => {
  write('loans/jobs.ts', 'export const remind = { run: async () => {}, parse: () => ({}) };');
  expect(Object.keys((await load()).jobs)).toEqual(['loans-remind']);
  write('books/jobs.ts', 'export const text = 7;');
  await expect(load()).rejects.toThrow('backend/extensions/books/jobs.ts: text is not made by defineJob.');
});

test('a wrong schedule names its file', async () => {
  const module = resolve(import.meta.dirname, 'jobs.ts');
  write(
    'loans/jobs.ts',
    `import { defineJob } from ${JSON.stringify(module)};
    export const nightly = defineJob({ schedule: '0 25 * * *', run: async () => {} });`,
  );
  await expect(load()).rejects.toThrow(
    'backend/extensions/loans/jobs.ts: The schedule "0 25 * * *" of a job (UTC) is wrong:',
  );
});

test('a file of an extension’s own may have any other name', async () => {
  write('books/sample-books.ts', '');
  write('books/parts/hook.ts', '');
  expect(await load()).toMatchObject({ hooks: {} });
});

test('without a folder there are no extensions', async () => {
  expect(await load(join(folder, 'none'))).toMatchObject({ hooks: {} });
});

test.each([
  [
    'boks/hooks.ts',
    hooksOf('boks'),
    'backend/extensions/boks: resources.config.ts has no resource of this name. Did you mean books?',
  ],
  ['toString/hooks.ts', hooksOf('toString'), 'has no resource of this name'],
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
  ['books/hooks.ts', 'export default {};', 'must be defined for books, by defineHooks or defineEndpoints.'],
  [
    'books/hook.ts',
    hooksOf('books'),
    'backend/extensions/books/hook.ts: nothing loads a file of this name. Did you mean hooks.ts?',
  ],
])('%s is refused where it does not fit: %#', async (file, text, message) => {
  write(file, text);
  await expect(load()).rejects.toThrow(message);
});
