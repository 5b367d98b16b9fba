import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ExtensionError } from '@bindery/contract/api/extend/extension-error.ts';
import { defineResources, defineRoles, integer, reference, text } from '@bindery/contract/schema/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable } from '#backend/database/connection-errors.ts';
import { docsOf } from './docs-of-error.ts';

/** Returns the error of a config with an invalid entry. */
function errorOf(entry: object, name = 'books'): unknown {
  try {
    const given = { [name]: { fields: { title: text() }, rights: {}, ...entry } };
    defineResources(given as Parameters<typeof defineResources>[0]);
  } catch (error) {
    return error;
  }
  throw new Error('The entry is right.');
}

test.each([
  [{ where: { user: 7 } }, ['docs/roles.md#records']],
  [{ rights: { nobody: ['read'] } }, ['docs/roles.md#actions']],
  [{ fields: { title: text({ readBy: ['nobody'] }) } }, ['docs/roles.md#fields']],
  [{ unique: [{ fields: ['name'], reportOn: 'name' }] }, ['docs/entry.md#rules-that-the-database-keeps']],
  [{ archive: 'yes' }, ['docs/entry.md#archive']],
  [{ layout: 'wide' }, ['docs/entry.md#forms']],
  [{ fields: { createdAt: text() } }, ['docs/entry.md#reserved-names']],
  [
    { fields: { kind: text({ max: -1 }), createdAt: text() } },
    ['docs/entry.md#reserved-names', 'docs/entry-reference.md#every-field'],
  ],
  [{ fields: { title: text(), pages: integer({ default: 1.5 }) } }, ['docs/entry.md#defaults']],
  [
    { fields: { title: text(), pages: integer({ computed: '{nothing}' }) } },
    ['docs/entry.md#computed-fields'],
  ],
  [{ fields: { title: text(), by: { ...text(), kind: 'txt' } } }, ['docs/entry.md#kinds-of-fields']],
  [{ sort: 'nothing' }, ['docs/entry-reference.md#an-entry']],
  [{ fields: { by: reference('peple') } }, ['docs/entry-reference.md#reference']],
])('an invalid entry such as %j leads to the page that explains it', (entry, pages) => {
  expect([...docsOf(errorOf(entry))].toSorted()).toEqual(pages.toSorted());
});

test('invalid roles are reported on one line, which leads to the page about roles', () => {
  const errorOfRoles = (): unknown => {
    try {
      return defineRoles({ 'my role': { manager: true }, clerk: {} });
    } catch (error) {
      return error;
    }
  };
  const error = errorOfRoles();
  expect(error).toMatchObject({ name: 'RolesError', message: expect.not.stringContaining('\n') });
  expect(docsOf(error)).toEqual(['docs/roles.md#roles']);
});

test('a role that administers a nonexistent one leads to the page about administrators', () => {
  const administersUsers = ['teachr'];
  const stated = { admin: { manager: true, administersUsers }, user: { newUsers: true } };
  let error: unknown;
  try {
    defineRoles(stated);
  } catch (thrown) {
    error = thrown;
  }
  expect(docsOf(error)).toEqual(['docs/roles.md#administrators-of-some-users']);
});

test('a reserved name leads to the list of reserved names', () => {
  expect(docsOf(errorOf({}, 'accounts'))).toEqual(['docs/entry.md#reserved-names']);
});

test.each([
  [
    'backend/extensions/loans: resources.config.ts has no resource',
    'docs/extensions.md#beyond-an-entry-extensions',
  ],
  ['backend/extensions/loans/hooks.ts: its default export', 'docs/extensions.md#hooks'],
  ['contract/extensions/index.ts: the routes of loans are missing', 'docs/extensions.md#endpoints'],
  ['Texts do not fit: fr lacks reminder', 'docs/extensions.md#emails-and-their-language'],
  ['The schedule "x" of a job (UTC) is invalid', 'docs/extensions.md#jobs'],
  ['frontend/extensions/loans/pages.ts: /manager/x is already another page.', 'docs/extensions.md#pages'],
  [
    'frontend/extensions/loans/manager.ts: rowAction is unknown',
    'docs/extensions.md#additions-to-the-generated-pages',
  ],
])('an invalid extension leads to the page that explains it: %s', (message, page) => {
  expect(docsOf(new ExtensionError(message))).toEqual([page]);
});

test('missing migrations, or those that rows forbid, lead to their page; an unreachable database to none', () => {
  const explained = (message: string) => docsOf(new DatabaseUnavailable(message));
  expect(explained('resources.config.ts and the folder migrations disagree')).toEqual([
    'docs/deploying.md#migrations',
  ]);
  expect(explained('The rows do not allow a migration: 3')).toEqual(['docs/deploying.md#migrations']);
  expect(explained('Cannot use PostgreSQL')).toEqual([]);
  expect(docsOf(new Error('odd'))).toEqual([]);
});

/** Sources of files, by what is wrong with them: the file, and its description after the name. */
const SOURCES: Readonly<Record<string, readonly [source: string, line: string, name?: string]>> = {
  'an unknown name': [
    'const f = (a: object) => a;\nexport default f({\n  a: f({}),\n  b: txt({}),\n});',
    'resources.config.ts:4:6: txt is not defined; did you mean "text"?',
  ],
  'a kind that is not imported': [
    'export default { a: decimal() };',
    "resources.config.ts:1:21: decimal is not defined: import it from '@bindery/contract'",
  ],
  'a kind that does not exist': [
    'export default { a: currency() };',
    'resources.config.ts:1:21: currency is not defined; the kinds of fields are boolean, date, datetime, decimal, email, file, image, integer, longText, reference, references, select, text, url',
  ],
  'code that cannot be parsed': [
    'const a = 1;\nexport default f(,',
    'resources.config.ts:2:18: SyntaxError: Expression expected',
  ],
  'code that cannot be parsed between other lines': [
    'const a = 1;\nconst b = {\n  c: =,\n  d: 2,\n};\nexport default b;',
    'resources.config.ts:3:6: SyntaxError: Expression expected',
  ],
  'a property of nothing': [
    'const a: any = {};\nexport default a.b.c;',
    "resources.config.ts:2:20: TypeError: Cannot read properties of undefined (reading 'c')",
  ],
  'a message of several lines': [
    "export default 1;\nthrow new Error('first\\nsecond');",
    'resources.config.ts:2:7: Error: first\nsecond',
  ],
  'an import that a module lacks': [
    "import {basenam} from 'node:path';\nexport default basenam;",
    "resources.config.ts:1:9: SyntaxError: The requested module 'node:path' does not provide an export named 'basenam'",
  ],
  'a module that does not exist': [
    "import 'no-such-package';",
    "resources.config.ts: Cannot find package 'no-such-package'",
  ],
  'an error in any other file, whose stack says more': ['export default txt();', 'undefined', 'other.ts'],
  'no error': ['export default 1;', 'undefined'],
};

let folder: string;
/** The description of each source, loaded by Node.js in one process, because starting one takes a while. */
let described: Readonly<Record<string, string>>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-source-'));
  const files = Object.entries(SOURCES).map(([what, [source, , name = 'resources.config.ts']], index) => {
    const root = join(folder, String(index));
    mkdirSync(root);
    writeFileSync(join(root, name), source);
    return { what, root, url: pathToFileURL(join(root, name)).href };
  });
  const { href } = pathToFileURL(resolve('backend/engine/src/web/docs-of-error.ts'));
  const loader = join(folder, 'load.mjs');
  writeFileSync(
    loader,
    `import { describeSourceError } from '${href}';
    const described = {};
    for (const { what, root, url } of ${JSON.stringify(files)}) {
      const error = await import(url).catch((error) => error);
      described[what] = String(describeSourceError(error, root));
    }
    process.stdout.write(JSON.stringify(described));`,
  );
  described = JSON.parse(spawnSync(process.execPath, [loader], { encoding: 'utf8' }).stdout);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(SOURCES))(
  'the source of a file is described with its place: %s',
  (what, [, line]) => {
    expect(described[what]).toBe(line);
  },
);
