import { insertHistory } from '@bindery/backend/database/history.ts';
import { newId } from '@bindery/backend/database/id.ts';
import { noExtensions } from '@bindery/backend/extend/load-extensions.ts';
import type { HttpClient } from '@bindery/backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '@bindery/backend/testing/server.ts';
import type { DeveloperOverview, ResourceReport } from '@bindery/contract/api/developers/routes.ts';
import { palettesOf } from '@bindery/contract/api/palette.ts';
import { product } from '@bindery/contract/api/product.ts';
import { townLibrary } from '@bindery/contract/testing/town-library.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeveloperRoutes, firstStepsOf } from './routes.ts';
import { StatementLog } from './statement-log.ts';

let server: TestServer;
let admin: HttpClient;
let reader: HttpClient;

beforeAll(async () => {
  const log = new StatementLog();
  server = await startServer({}, townLibrary, noExtensions, {
    observe: (database) => log.observe(database),
    developerRoutes: createDeveloperRoutes(log),
  });
  [admin, reader] = [server.browser(), server.browser()];
  await admin.signIn(ADMIN);
  await reader.signIn('user@example.com');
});
afterAll(() => server?.close());

const overview = async (): Promise<DeveloperOverview> => (await admin.call('/api/developers')).body;
const report = async (name: string): Promise<ResourceReport> =>
  (await admin.call(`/api/developers/${name}`)).body;

describe('the endpoints for developers', () => {
  it('respond only to users who administer users', async () => {
    const stranger = server.browser();
    for (const path of ['/api/developers', '/api/developers/first-steps', '/api/developers/books']) {
      const statuses = [stranger, reader, admin].map(async (by) => (await by.call(path)).status);
      expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
    }
    const write = [stranger, reader].map((by) => by.call('/api/developers/app-page', { method: 'POST' }));
    expect((await Promise.all(write)).map(({ status }) => status)).toEqual([401, 403]);
  });

  it.each(['nothing', '__proto__', 'constructor', 'a'.repeat(100), 'كتب'])(
    'know no resource %s',
    async (name) => {
      expect((await admin.call(`/api/developers/${encodeURIComponent(name)}`)).status).toBe(404);
    },
  );

  it('describe the table of a resource with its columns and indexes in the database', async () => {
    const { tables } = await report('loans');
    expect(tables.map(({ name }) => name)).toEqual(['loans']);
    const [{ columns, indexes, bytes } = { columns: [], indexes: [], bytes: 0 }] = tables;
    expect(bytes).toBeGreaterThan(0);
    const users = (await overview()).resources.find(({ name }) => name === 'users');
    expect(users).toMatchObject({ table: 'users', rows: 2, missingTexts: expect.any(Number) });
    expect(columns).toContainEqual(
      expect.objectContaining({ name: 'borrower_id', type: 'uuid', isNullable: false }),
    );
    expect(indexes.map(({ name }) => name)).toContain('loans_pkey');
  });

  it('describe the actions of each role, on all records or some, and the fields that it does not read or write', async () => {
    const { rights } = await report('loans');
    const rightsOf = (role: string) => rights.find((right) => right.role === role);
    expect(rights.map(({ role }) => role)).toEqual(['chief', 'librarian', 'reader', 'public']);
    expect(rightsOf('librarian')?.actions).toMatchObject({ read: 'all', delete: 'some' });
    expect(rightsOf('reader')).toMatchObject({
      actions: { read: 'some', update: 'some', delete: 'none' },
      unreadable: ['remark'],
      unwritable: ['fee'],
    });
    const wishes = (await report('wishes')).rights.find(({ role }) => role === 'chief');
    expect(wishes).toMatchObject({ actions: { read: 'none' }, unreadable: [], unwritable: [] });
  });

  it('list endpoints, pages, schemas and missing texts', async () => {
    const { endpoints, pages, schemas, missingTexts } = await report('wishes');
    expect(endpoints).toContainEqual({ method: 'GET', path: '/api/wishes', summary: 'List wishes' });
    expect(pages).toContainEqual({ address: '/manager/wishes', component: 'manager/list/list-page.tsx' });
    expect(schemas).toMatchObject({ create: { properties: { title: { type: 'string' } } } });
    const inFrench = missingTexts.find(({ language }) => language === 'fr');
    expect(inFrench?.keys).toContain('resources.wishes.fields.neededOn');
    const users = await report('users');
    expect(users.endpoints.map(({ path }) => path)).toContain('/api/users/:id/ban');
  });

  it('list the statements with their times and resources, and without parameter values', async () => {
    const secret = 'Winnetou 🐎';
    await admin.call('/api/books', { json: { title: secret } });
    await admin.call(`/api/books?q=${encodeURIComponent(secret)}`);
    const { statements } = await overview();
    const ofBooks = statements.filter(({ resources }) => resources.includes('books'));
    const has = (pattern: RegExp) => statements.some(({ sql }) => pattern.test(sql));
    expect(ofBooks.some(({ sql }) => /^with .*insert into "books"/s.test(sql))).toBe(true);
    expect(ofBooks.some(({ sql }) => /^select/.test(sql))).toBe(true);
    expect(has(/^(begin|commit)/i)).toBe(false);
    for (const { count, totalMs, longestMs } of statements)
      expect(count >= 1 && totalMs >= longestMs && longestMs >= 0).toBe(true);
    expect(JSON.stringify(statements)).not.toContain('Winnetou');
    expect(JSON.stringify(statements)).not.toContain(ADMIN);
  });

  it('do not record their own statements', async () => {
    await overview();
    await report('books');
    const { statements } = await overview();
    const own = statements.filter(({ sql }) => /pg_class|pg_indexes|information_schema/.test(sql));
    expect(own).toEqual([]);
  });

  it('list the last emails without their codes, and the accounts of the roles', async () => {
    const { mails, accounts } = await overview();
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([ADMIN, 'user@example.com']));
    const codes = server.outbox().flatMap(({ code }) => code ?? []);
    expect(codes.filter((code) => JSON.stringify(mails).includes(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
    expect(mails[0]).toEqual({
      to: expect.any(String),
      sentAt: expect.any(String),
      subject: `… is your ${product().name} code`,
    });
    expect(accounts).toEqual([
      { role: 'chief', email: ADMIN, state: 'there' },
      { role: 'reader', email: 'user@example.com', state: 'there' },
      { role: 'librarian', email: 'librarian@example.com', state: 'missing' },
    ]);
  });

  it('count a user whose role no longer exists as a new user', async () => {
    const change = (role: string) =>
      server.database.kysely
        .updateTable('users')
        .set({ role })
        .where('email', '=', 'user@example.com')
        .execute();
    await change('gone');
    const { accounts } = await overview();
    await change('reader');
    expect(accounts[1]).toMatchObject({ role: 'reader', state: 'there' });
  });

  it('list the jobs once the queue has its tables', async () => {
    expect(await overview()).toMatchObject({ jobs: [], schedules: [] });
    await server.database.runScript(`create schema pgboss;
      create table pgboss.job (id text, name text, state text, created_on timestamptz, completed_on timestamptz, output jsonb);
      create table pgboss.schedule (name text, cron text, timezone text);
      insert into pgboss.job values ('1', 'loans-remind', 'failed', '2026-01-02T03:04:05Z', null, '{"message": "No paper"}');
      insert into pgboss.schedule values ('loans-forget', '0 3 * * *', 'UTC');`);
    const { jobs, schedules } = await overview();
    expect(jobs).toEqual([
      expect.objectContaining({
        queue: 'loans-remind',
        resource: 'loans',
        state: 'failed',
        error: 'No paper',
        createdOn: '2026-01-02T03:04:05.000Z',
        completedOn: null,
      }),
    ]);
    expect(schedules).toEqual([{ queue: 'loans-forget', cron: '0 3 * * *', timeZone: 'UTC' }]);
  });
});

describe('any other server', () => {
  it('has neither the page for developers nor its endpoints', async () => {
    const url = await server.sibling();
    for (const path of ['/api/developers', '/api/developers/books'])
      expect((await fetch(url + path, { headers: { cookie: admin.cookies } })).status).toBe(404);
    for (const path of ['/manager/developers', '/manager/developers/x'])
      expect((await fetch(url + path, { headers: { cookie: admin.cookies } })).status, path).toBe(404);
  });
});

describe('the first steps of an adopter', () => {
  const colors = palettesOf('#7b2d5f');
  const steps = (slug: string, pages = {}) =>
    firstStepsOf({ database: server.database, resources: townLibrary, product: { slug, colors }, pages });

  it('are not completed by the example of the starter', async () => {
    expect(await steps('bindery')).toEqual({
      isNamed: false,
      isColored: false,
      hasExample: false,
      resources: [],
      hasRecord: false,
      hasInvited: false,
      appPage: null,
      appPageFiles: {},
    });
    expect((await admin.call('/api/developers/first-steps')).body).toEqual(await steps(product().slug));
    const { books } = townLibrary;
    const example = { books, genres: books };
    const withExample = {
      database: server.database,
      resources: example,
      product: { slug: 'bindery', colors },
      pages: {},
    };
    expect(await firstStepsOf(withExample)).toMatchObject({ hasExample: true });
  });

  it('are completed one by one: a name, an entry, a record, a user who is no sample, a page of the app', async () => {
    await server.database.kysely.deleteFrom('history').execute();
    const blue = { slug: 'acme', colors: palettesOf('#1a6b8a') };
    const all = { database: server.database, resources: townLibrary, pages: {} };
    expect(await firstStepsOf({ ...all, product: blue })).toMatchObject({ isNamed: true, isColored: true });
    const before = await steps('acme');
    expect(before).toMatchObject({ isNamed: true, isColored: false, hasRecord: false, hasInvited: false });
    expect(before.resources).toContain('books');
    expect(before.resources).not.toContain('users');
    const [id, actor] = [newId(), newId()];
    const change = { resource: 'books', record: id, action: 'create', changes: {} } as const;
    await insertHistory(server.database.kysely, { changes: [change], author: { actor }, batch: null });
    expect(await steps('acme')).toMatchObject({ hasRecord: true, hasInvited: false });
    await server.browser().signIn('grace@example.org');
    const ofEveryProduct = { '/app': {}, '/app/account': {}, '/manager/books': {} };
    const done = { hasRecord: true, hasInvited: true };
    expect(await steps('acme', ofEveryProduct)).toMatchObject({ ...done, appPage: null });
    const own = { '/app/books/:id': {}, '/app/books': {} };
    expect(await steps('acme', own)).toMatchObject({ ...done, appPage: '/app/books' });
  });
});
