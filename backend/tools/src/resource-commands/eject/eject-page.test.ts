import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { productResources } from '@bindery/contract/api/product.ts';
import { defineResources, integer, type Resource, text } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptPages, checkPages } from './check-pages.ts';
import { ejectPage } from './eject-page.ts';
import { moduleOf, pageNames } from './entry-state.ts';

const resources = productResources();

const PROJECT = resolve(import.meta.dirname, '../../../../..');
const LIST = 'frontend/extensions/books/manager/list-page.tsx';
const MANAGER = 'frontend/extensions/books/manager.ts';

const before = defineResources({ books: { fields: { title: text(), pages: integer() }, rights: {} } });
const after = defineResources({
  books: { fields: { title: text(), pages: text(), isbn: text() }, rights: {} },
});
const without = defineResources({ books: { fields: { title: text() }, rights: {} } });

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bindery-eject-'));
});

afterEach(() => rmSync(root, { recursive: true }));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

function write(file: string, content: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** Enables formatting of pages in the folder, as in a project. */
function addFormatter() {
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'biome.json'), '{}');
}

const eject = (
  page: string,
  options: { of?: string; from?: Record<string, Resource>; force?: boolean } = {},
) => {
  const { of = 'books', from = { ...before }, force = false } = options;
  return ejectPage({ root, resources: from, resource: of, page, force });
};

test("a page is written next to the extension's other files, and replaces the generated one", async () => {
  addFormatter();
  write(MANAGER, `export default { /* ours */ cover: 'manager/cover.tsx', inPanels: ['pages'] };\n`);
  await eject('list');
  expect(read(MANAGER)).toContain('/* ours */');
  expect(read(MANAGER).replaceAll(/\s+/g, ' ')).toContain(
    `cover: 'manager/cover.tsx', inPanels: ['pages'], list: 'manager/list-page.tsx'`.replaceAll("'", '"'),
  );
  expect(read(LIST)).toContain('defineColumns("books", [');
});

test('an existing page is overwritten only with --force', async () => {
  addFormatter();
  write(LIST, 'mine');
  await expect(eject('list')).rejects.toThrow(`${LIST} exists. Add -- --force to write over it.`);
  expect(read(LIST)).toBe('mine');
  expect(existsSync(join(root, MANAGER))).toBe(false);
  await eject('list', { force: true });
  expect(read(LIST)).toContain('useListPage(columns)');
  rmSync(join(root, LIST));
  await expect(eject('list')).rejects.toThrow(`${MANAGER} has list: 'manager/list-page.tsx' already.`);
});

test.each([
  ['bookz', 'list', 'The resource "bookz" is unknown; did you mean "books"?'],
  ['__proto__', 'list', 'The resource "__proto__" is unknown; there are: books'],
  ['books', 'lisst', 'The page "lisst" is unknown; did you mean "list"?'],
  [
    'books',
    'constructor',
    'The page "constructor" is unknown; there are: list, show, create, update, form, import',
  ],
])('an unknown name in "eject %s %s" gets the nearest one', async (of, page, message) => {
  await expect(eject(page, { of })).rejects.toThrow(message);
});

test('a failed page leaves the files unchanged', async () => {
  write(MANAGER, 'export default {};\n');
  await expect(eject('edit')).rejects.toThrow(/could not format/);
  expect(read(MANAGER)).toBe('export default {};\n');
  expect(existsSync(join(root, 'frontend/extensions/books', moduleOf('update')))).toBe(false);
  write(MANAGER, 'export default slots();\n');
  await expect(eject('edit')).rejects.toThrow(`${MANAGER}: its default export is no object`);
});

test('the check names additions, removals and changes of an entry since its pages were written, until they are accepted', async () => {
  addFormatter();
  await eject('list');
  const { books, loans } = lendingLibrary;
  expect(checkPages(root, { ...before })).toEqual({ pages: 1, problems: [] });
  expect(checkPages(root, { ...after }).problems).toEqual([
    [
      `The entry of books has changed since ${LIST} was ejected:`,
      '  added: isbn',
      '  changed: pages',
      '  other order or sections: list',
    ].join('\n'),
  ]);
  expect(checkPages(root, { ...without }).problems[0]).toContain('  removed: pages');
  const renamed = defineResources({
    books: { fields: { title: text(), sheets: integer({ was: 'pages' }) }, rights: {} },
  });
  expect(checkPages(root, { ...renamed }).problems[0]).toMatch(
    /:\n {2}renamed: pages → sheets\n {2}other order/,
  );
  expect(checkPages(root, { loans }).problems[0]).toContain(`${LIST} is a page of books, which`);
  expect(acceptPages(root, { ...after })).toEqual([LIST]);
  expect(checkPages(root, { ...after }).problems).toEqual([]);
  expect(checkPages(root, { books }).problems).toHaveLength(1);
});

test('a change that does not affect a page requires no review', async () => {
  addFormatter();
  await eject('show');
  const stricter = defineResources({
    books: { fields: { title: text({ required: true }), pages: integer({ min: 1 }) }, rights: {} },
  });
  expect(checkPages(root, { ...stricter }).problems).toEqual([]);
});

test('an ejected import depends on no field, because its steps read them from the entry', async () => {
  addFormatter();
  await eject('import');
  expect(read('frontend/extensions/books/manager/import-page.tsx')).toContain('<ImportStep steps={steps} />');
  expect(read(MANAGER).replaceAll('"', "'")).toContain("import: 'manager/import-page.tsx'");
  expect(checkPages(root, { ...after })).toEqual({ pages: 1, problems: [] });
});

test('the ejected pages of this project match their entries', () => {
  expect(checkPages(PROJECT, resources).problems).toEqual([]);
});

test('every page that can be ejected has a separate module', () => {
  expect(new Set(pageNames.map(moduleOf)).size).toBe(pageNames.length);
});
