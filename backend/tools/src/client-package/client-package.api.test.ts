import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { seedCatalogue } from '@bindery/backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '@bindery/backend/testing/server.ts';
import { openSession } from '@bindery/backend/testing/session-fixtures.ts';
import { createRoutes } from '@bindery/contract/api/create-routes.ts';
import { product } from '@bindery/contract/api/product.ts';
import { routesByGroup, toTable } from '@bindery/contract/api/route-table.ts';
import type { AppRouter } from '@bindery/contract/records/ts-rest.ts';
import { defineResources, type Entries, text } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pack, tableSource, type WrittenPackage, writeClientPackage } from './write-package.ts';

const KIB = 1024;
let folder: string;
let written: WrittenPackage;
let server: TestServer;

/** Another project, which has only the package. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-client-'));
  written = await writeClientPackage(
    createRoutes(lendingLibrary, {}) as AppRouter,
    join(folder, 'packages/client'),
  );
  const archive = join(folder, 'packages', pack(written.folder));
  const installed = join(folder, 'node_modules', written.name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  server = await startServer();
  await seedCatalogue(server.database);
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

describe('the package of the client', () => {
  it('contains code, types and a README, and needs no other package', () => {
    const installed = join(folder, 'node_modules', written.name);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: `${product().slug}-client`, type: 'module' });
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('peerDependencies');
    for (const file of ['index.js', 'index.d.ts', 'README.md'])
      expect({ file, exists: existsSync(join(installed, file)) }).toEqual({ file, exists: true });
    for (const file of ['index.js', 'index.d.ts'])
      expect(readFileSync(join(installed, file), 'utf8')).not.toMatch(/^import |\bfrom ['"]|\brequire\(/m);
  });

  it('has less than 6 KiB of code, even with fifty more resources', () => {
    expect(Math.max(written.gzip, written.brotli)).toBeLessThan(6 * KIB);
    const fifty: Entries = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`things${index}`, { fields: { name: text() }, rights: {} }]),
    );
    const routes = createRoutes(defineResources(fifty), {}) as AppRouter;
    const table = gzipSync(tableSource(toTable(routesByGroup(routes)))).length;
    expect(written.gzip + table).toBeLessThan(6 * KIB);
  });

  it('lists, reads, writes and uploads in plain Node.js, and returns the response of a rejected call', async () => {
    writeFileSync(
      join(folder, 'use.js'),
      `import { createClient } from '${written.name}';
const { BASE_URL: baseUrl, COOKIE: cookie } = process.env;
const client = createClient({ baseUrl: baseUrl + '/', headers: async () => ({ cookie, origin: baseUrl, 'x-none': undefined }) });
const { body: genres, headers } = await client.genres.list({ query: { q: 'poe', _end: 5 } });
const ids = await client.genres.list({ query: { id: [genres[0].id, genres[0].id], name_ne: undefined } });
const body = { title: 'Écrit — ✍️ ${'a'.repeat(200)}', author: 'Node', genre: genres[0].id };
const made = await client.books.create({ body });
const params = { id: made.body.id };
const error = async (call) => call().catch((thrown) => thrown.constructor.name + ': ' + thrown.message);
const results = {
  genres: genres.map(({ name }) => name),
  ids: ids.body.length,
  total: headers.get('x-total-count'),
  made: made.status,
  etag: typeof made.headers.get('etag'),
  twice: await client.books.create({ body }),
  wrong: await client.books.create({ body: { title: 5 } }),
  stale: (await client.books.update({ params, body: { author: 'x' }, headers: { 'if-match': '"old"' } })).status,
  updated: (await client.books.update({ params, body: { author: 'Other' } })).body.author,
  csv: (await client.books.export({ query: { author: 'other', _fields: 'author' } })).body,
  imported: (await client.books.import({ query: { name: 'a.csv' }, body: 'title,author\\nA,B\\n' })).body.columns.length,
  uploaded: await client.files.upload({ query: { resource: 'specimens', field: 'file', name: 'a.txt' }, body: new Blob(['hello']) }),
  deleted: await client.books.delete({ params }),
  missing: await client.books.read({ params }),
  without: await error(() => client.books.read({ params: { id: '' } })),
  above: await error(() => client.books.read({ params: { id: '..' } })),
  other: await error(() => createClient({ baseUrl, fetch: () => Promise.reject(new Error('no network')) }).books.list()),
  keyed: await new Promise((resolve) => {
    const fetch = async (_url, { headers, credentials }) => {
      resolve([headers.get('authorization'), credentials]);
      return new Response('[]');
    };
    return createClient({ baseUrl, apiKey: 'bindery_a_b', fetch }).books.list();
  }),
  signedOut: (await createClient({ baseUrl }).books.list()).status,
  zod: await import('zod').then(() => 'there', ({ code }) => code),
};
process.stdout.write(JSON.stringify(results));
`,
    );
    const { stdout } = await run(process.execPath, ['use.js'], {
      BASE_URL: server.url,
      COOKIE: await openSession(server, ADMIN),
    });
    expect(JSON.parse(stdout)).toMatchObject({
      genres: ['Poetry'],
      ids: 1,
      total: '1',
      made: 201,
      etag: 'string',
      twice: { status: 409, body: { errors: { title: [{ key: 'errors.uniqueTogether' }] } } },
      wrong: { status: 400, body: { errors: { title: [{}], author: [{ key: 'errors.required' }] } } },
      stale: 412,
      updated: 'Other',
      csv: 'author\r\nOther\r\n',
      imported: 2,
      uploaded: { status: 201, body: { name: 'a.txt', size: 5 } },
      deleted: { status: 204 },
      missing: { status: 404, body: { code: 'NOT_FOUND' } },
      without: 'TypeError: /api/books/:id needs the parameter "id"',
      above: 'TypeError: /api/books/:id needs the parameter "id"',
      other: 'Error: no network',
      keyed: ['Bearer bindery_a_b', 'omit'],
      signedOut: 401,
      zod: 'ERR_MODULE_NOT_FOUND',
    });
  });

  it('gives another project the exact types of requests and responses', async () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { type Book, createClient } from '${written.name}';

const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'key' });
const body = { title: 'A', author: 'B', genre: '1' };
const made = await client.books.create({ body });
if (made.status === 201) {
  const book: Book = made.body;
  book.genre.label satisfies string;
  book.publisher satisfies string | null;
  // @ts-expect-error a book has no "titel"
  book.titel;
}
if (made.status === 400) {
  made.body.errors?.title?.[0]?.message satisfies string | undefined;
  // @ts-expect-error no field is called "titel"
  made.body.errors?.titel;
}
// @ts-expect-error 418 is not one of the statuses
if (made.status === 418) made.body;
// @ts-expect-error there is no resource "boks"
client.boks.list();
// @ts-expect-error a new book needs a title
client.books.create({ body: { author: 'B', genre: '1' } });
// @ts-expect-error "titel" is not a field
client.books.create({ body: { ...body, titel: 'A' } });
// @ts-expect-error a title is a text
client.books.create({ body: { ...body, title: 5 } });
// @ts-expect-error the id is missing
client.books.read();
client.copies.list({ query: { pages_gte: 5, condition: ['new', 'worn'], book: 'id', notes_null: true, _end: 9 } });
// @ts-expect-error "ripped" is not a condition of copies
client.copies.list({ query: { condition: 'ripped' } });
// @ts-expect-error pages are a number
client.copies.list({ query: { pages_gte: 'many' } });
// @ts-expect-error copies have no author
client.copies.list({ query: { author: 'B' } });
client.branches.list({ query: { isOpen: true } });
const csv = await client.books.export();
if (csv.status === 200) csv.body satisfies string;
client.books.import({ body: new Blob(['title']) });
client.files.upload({ query: { resource: 'books', field: 'cover' }, body: new Uint8Array(3) });
const gone = await client.books.delete({ params: { id: '1' }, headers: { 'if-match': '"1"' } });
if (gone.status === 404) gone.body.code satisfies string;
const state = await client.history.list({ query: { action: 'restore' }, signal: AbortSignal.timeout(1000) });
if (state.status === 200) state.body.map(({ changes }) => changes);
`,
    );
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '--noEmit', ...options, ...modules, 'use.ts']);
    expect(compiled).toEqual({ stdout: '', code: 0 });
  });
});

/** Runs a command in the other project. */
async function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { promise, resolve: settle } = Promise.withResolvers<{ stdout: string; code: number | null }>();
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    stdout += data;
  });
  child.once('close', (code) => settle({ stdout, code }));
  return promise;
}
