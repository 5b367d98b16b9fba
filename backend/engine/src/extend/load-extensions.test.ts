import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { WriteContext } from '#backend/records/resources/hooks.ts';
import { subjectEndpoints, subjectRoutes } from '#backend/testing/extension-endpoints.ts';
import type { EndpointsExtension } from './endpoints.ts';
import { checkEndpoints, loadExtensions } from './load-extensions.ts';

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
    `import {defineJob} from ${JSON.stringify(module)};
    export const nightly = defineJob({ schedule: '0 25 * * *', run: async () => {} });`,
  );
  await expect(load()).rejects.toThrow(
    'backend/extensions/loans/jobs.ts: The schedule "0 25 * * *" of a job (UTC) is invalid:',
  );
});

test('an invalid job that a hook adds is reported with the file of the job', async () => {
  const module = resolve(import.meta.dirname, 'texts.ts');
  write(
    'loans/jobs.ts',
    `import {defineTexts} from ${JSON.stringify(module)};
    export const texts = defineTexts({ en: { late: 'Late' }, fr: {}, ar: {}, sw: {} });`,
  );
  write('loans/hooks.ts', `import './jobs.ts'; ${hooksOf('loans')}`);
  await expect(load()).rejects.toThrow('backend/extensions/loans/jobs.ts: Texts do not fit: ');
});

test('a loaded hook may only return fields of its entry', async () => {
  write('loans/hooks.ts', hooksOf('loans', 'beforeUpdate: async () => ({ dueAt: "2027-01-31" })'));
  const { beforeUpdate } = (await load()).hooks.loans!;
  await expect(beforeUpdate?.({ before: { id: '7' }, values: {} }, {} as WriteContext)).rejects.toThrow(
    'backend/extensions/loans/hooks.ts: beforeUpdate returns "dueAt", which is unknown; did you mean "dueOn"?',
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

test('a folder without files needs no resource', async () => {
  mkdirSync(join(folder, 'left/parts'), { recursive: true });
  write('shown/.DS_Store', '');
  expect(await load()).toMatchObject({ hooks: {} });
  write('left/parts/limit.ts', '');
  await expect(load()).rejects.toThrow('backend/extensions/left: resources.config.ts has no resource');
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

describe('a contract of endpoints', () => {
  it('names what does not match', () => {
    const check = (endpoints: readonly EndpointsExtension[], contracts: object) => () =>
      checkEndpoints(endpoints, lendingLibrary, { ...contracts });
    expect(check([subjectEndpoints], {})).toThrow("add: export { subjects } from './subjects.ts';");
    expect(check([], { subjects: subjectRoutes })).toThrow('backend/extensions/subjects/endpoints.ts');
    expect(check([subjectEndpoints], { subjects: subjectRoutes })).not.toThrow();
    const { open } = subjectRoutes;
    const named = { list: open };
    expect(check([{ ...subjectEndpoints, routes: named }], { subjects: named })).toThrow(
      'list is the name of a generated endpoint',
    );
    const misspelt = { ...subjectEndpoints, routes: { open }, handlers: { opne: () => undefined } };
    expect(check([misspelt], { subjects: misspelt.routes })).toThrow(
      'backend/extensions/subjects/endpoints.ts: open has no handler; available: opne.',
    );
    const hiding = { all: { ...open, path: '/api/books/:book' } };
    const adrift = defineRoutes('subjects' as 'users', {
      open: { method: 'GET', path: 'open' as '/open', right: 'everybody', responses: {} },
    });
    expect(check([{ ...subjectEndpoints, routes: adrift }], { subjects: adrift })).toThrow(
      'contract/extensions/subjects.ts: open: path: "open" must start with a slash: "/open".',
    );
    const { review } = subjectRoutes;
    const unknown = { review: { ...review, metadata: { resource: 'subjects', right: ['boks', 'read'] } } };
    expect(check([{ ...subjectEndpoints, routes: unknown }], { subjects: unknown })).toThrow(
      'contract/extensions/subjects.ts: review: right: "boks" is unknown; did you mean "book"?',
    );
    const stating = (right: unknown, more: object = {}) => {
      const routes = { review: { ...review, ...more, metadata: { resource: 'subjects', right } } };
      return check([{ ...subjectEndpoints, routes }], { subjects: routes });
    };
    expect(stating('reed')).toThrow('review: right: "reed" is unknown; did you mean "read"?');
    expect(stating(['book', 'crate'])).toThrow(
      'right: no role may crate "book": "crate" is unknown; did you mean "create"?',
    );
    expect(stating('everybody', { headers: z.object({ 'X-Signature': z.string() }) })).toThrow(
      'headers: "X-Signature" never arrives: Node.js has header names in lower case.',
    );
    const twice = { open, again: { ...open } };
    expect(check([{ ...subjectEndpoints, routes: twice }], { subjects: twice })).toThrow(
      `contract/extensions/subjects.ts: again: ${open.method} ${open.path} is already the endpoint subjects.open.`,
    );
    expect(check([{ ...subjectEndpoints, routes: hiding }], { subjects: hiding })).toThrow(
      'GET /api/books/:book is a generated endpoint',
    );
  });
});
