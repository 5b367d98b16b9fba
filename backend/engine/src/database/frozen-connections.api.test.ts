import { productResources } from '@bindery/contract/api/product.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#backend/testing/database.ts';
import { startTcpProxy, type TcpProxy } from '#backend/testing/tcp-proxy.ts';
import { type Database, openDatabase } from './connection.ts';
import { createEntities } from './entities.ts';
import { DEFAULT_LIMITS } from './time-limits.ts';

const resources = productResources();

const LIMITS = { ...DEFAULT_LIMITS, statementMs: 1_500, listMs: 1_500, queryMs: 2_000 };

const one = { sql: 'select 1 as one', parameters: [], table: 'books' };

// PGlite runs in this process, without a connection that could freeze.
describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'a connection whose packets are dropped',
  { concurrent: true },
  () => {
    let test: TestDatabase;
    const opened: { readonly database: Database; readonly proxy: TcpProxy }[] = [];

    beforeAll(async () => {
      test = await freshDatabase();
    });
    afterAll(async () => {
      for (const { database, proxy } of opened) {
        await database.close();
        proxy.close();
      }
      await test?.drop();
    });

    /**
     * Opens the database through a separate proxy, so that the tests can wait for their time limits side by
     * side.
     */
    const open = async () => {
      const proxy = await startTcpProxy(Number(new URL(test.url!).port));
      const url = Object.assign(new URL(test.url!), { port: proxy.port, search: '' }).href;
      const database = await openDatabase({ entities: createEntities(resources), url, limits: LIMITS });
      opened.push({ database, proxy });
      const selectOne = (mode: 'session' | 'pipelined' | 'list' | 'unprepared' | 'write') =>
        mode === 'write' ? database.execute(one) : database.query({ ...one, mode });
      return { proxy, database, selectOne };
    };

    it.each(['session', 'pipelined'] as const)(
      'is replaced while a read waits for it, which is then retried: %s',
      async (mode) => {
        const { proxy, selectOne } = await open();
        await selectOne(mode);
        proxy.freeze();
        expect(await selectOne(mode)).toEqual([{ one: 1 }]);
      },
    );

    it.each(['list', 'unprepared', 'write'] as const)(
      'fails its statement in time, and the next one succeeds: %s',
      async (mode) => {
        const { proxy, selectOne } = await open();
        await selectOne(mode);
        proxy.freeze();
        const began = performance.now();
        await expect(selectOne(mode)).rejects.toThrow('Query read timeout');
        expect(performance.now() - began).toBeLessThan(DEFAULT_LIMITS.queryMs);
        expect(await selectOne(mode)).toEqual([{ one: 1 }]);
      },
    );

    it('causes the other idle connections to be replaced, so that they fail no request', async () => {
      const { proxy, selectOne } = await open();
      await Promise.all(Array.from({ length: 4 }, () => selectOne('write')));
      await selectOne('session');
      proxy.freeze();
      expect(await selectOne('session')).toEqual([{ one: 1 }]);
      const opened = proxy.opened();
      expect(await selectOne('write')).toEqual([{ one: 1 }]);
      expect(proxy.opened()).toBe(opened + 1);
    });

    it('does not return to the pool after it has failed a transaction', async () => {
      const { proxy, database, selectOne } = await open();
      const failed = database.kysely.transaction().execute(async (transaction) => {
        await transaction.selectFrom('books').select('id').execute();
        proxy.freeze();
        await transaction.selectFrom('books').select('id').execute();
      });
      await expect(failed).rejects.toThrow();
      const all = await Promise.all(Array.from({ length: 20 }, () => selectOne('write')));
      expect(all).toHaveLength(20);
    });

    it('is replaced if it only listens, and listeners learn that they may have missed notifications', async ({
      expect,
    }) => {
      const { proxy, database } = await open();
      const received: unknown[] = [];
      await database.onNotification('frozen_channel', (payload) => received.push(payload));
      proxy.freeze();
      await expect.poll(() => received).toContain(undefined);
      const sender = new pg.Client({ connectionString: test.url });
      await sender.connect();
      await sender.query("select pg_notify('frozen_channel', 'again')");
      await sender.end();
      await expect.poll(() => received).toContain('again');
    });
  },
);
