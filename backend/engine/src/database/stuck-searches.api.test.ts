import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedCatalogue } from '#backend/testing/seed-catalogue.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

/** A search for this text waits for an advisory lock, to simulate a slow search. */
const STUCK = 'stuck';
const LOCK = 42;

// PGlite has a single connection, so nothing else could hold the lock.
describe.skipIf(!process.env.TEST_DATABASE_URL)('searches that take long', () => {
  let server: TestServer;
  let cookie: string;
  let holder: pg.Client;

  beforeAll(async () => {
    server = await startServer();
    await seedCatalogue(server.database);
    cookie = await openSession(server, ADMIN);
    holder = new pg.Client({ connectionString: server.settings.databaseUrl });
    await holder.connect();
    // Columns and indexes use the renamed function; only the texts of searches go through the new one.
    await holder.query(`
      alter function fold(text) rename to fold_at_once;
      create function fold(text) returns text language plpgsql immutable as $$ begin
        if $1 = '${STUCK}' then perform pg_advisory_xact_lock_shared(${LOCK}); end if;
        return fold_at_once($1);
      end $$`);
  });

  afterAll(async () => {
    await holder?.end();
    await server?.close();
  });

  const call = async (path: string, json?: object) => {
    const response = await fetch(server.url + path, {
      method: json ? 'POST' : 'GET',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const searching = async () => {
    const { rows } = await holder.query(
      "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows[0].count;
  };

  it('run a few at once, and no other read or write of their table waits for them', async () => {
    const [book] = (await call('/api/books?_end=1')).body;
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    let answered = 0;
    const searches = Array.from({ length: 12 }, async () => {
      const { status } = await call(`/api/books?q=${STUCK}`);
      answered += status === 200 ? 1 : 0;
      return status;
    });
    await expect.poll(searching).toBeGreaterThan(1);
    const json = { title: 'Beside searches', author: 'Nobody', genre: book.genre.id };
    const others = await Promise.all([
      ...Array.from({ length: 20 }, () => call('/api/books')),
      ...Array.from({ length: 20 }, () => call(`/api/books/${book.id}`)),
      ...Array.from({ length: 4 }, () => call(`/api/books?genre=${book.genre.id}`)),
      call('/api/fn/init'),
      call('/api/books', json),
    ]);
    expect(others.map(({ status }) => status)).toEqual([...Array(45).fill(200), 201]);
    // All of that while every search is waiting, on no more than the searches' own connections.
    expect(answered).toBe(0);
    expect(await searching()).toBe(2);
    // A search of another table still finds a place.
    expect((await call('/api/genres?q=o')).status).toBe(200);
    await holder.query(`select pg_advisory_unlock(${LOCK})`);
    // Searches that waited too long for a place get an error; the others a response.
    const statuses = await Promise.all(searches);
    expect(new Set([...statuses, 503])).toEqual(new Set([200, 503]));
  });
});
