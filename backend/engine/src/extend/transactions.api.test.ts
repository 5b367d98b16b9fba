import { setTimeout as wait } from 'node:timers/promises';
import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { logger } from '#backend/logging/logger.ts';
import type { ApplicationTools, AppTools } from '#backend/records/resources/app-tools.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { defineEndpoints } from './endpoints.ts';
import { defineJob } from './jobs.ts';
import { noExtensions } from './load-extensions.ts';

const IDLE_MS = 2_000;
const subjects = 'subjects' as 'users';

type Work = (tools: AppTools | ApplicationTools) => Promise<unknown>;
/** What the next hook, job or endpoint does, and its result. */
let next: { readonly work: Work; readonly done: PromiseWithResolvers<unknown> } | undefined;

async function runNext(tools: AppTools | ApplicationTools): Promise<void> {
  const mine = next;
  next = undefined;
  await mine?.work(tools).then(mine.done.resolve, mine.done.reject);
}

const job = defineJob({ payload: z.object({}), retries: 0, run: async (_, tools) => runNext(tools) });
const routes = defineRoutes(subjects, {
  work: {
    method: 'POST',
    path: '/work',
    right: 'everybody',
    body: z.object({}),
    responses: { 200: z.object({}) },
  },
});
const endpoints = defineEndpoints(routes, {
  work: async (_, tools) => {
    await runNext(tools);
    return { status: 200, body: {} };
  },
});

let server: TestServer;
let admin: HttpClient;
let number = 0;
const addSubject = async () => {
  const code = `TRA-${String(++number).padStart(3, '0')}`;
  const { status } = await admin.call('/api/subjects', { json: { code, name: `Subject ${code}` } });
  expect(status).toBe(201);
};

beforeAll(async () => {
  server = await startServer({ DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: String(IDLE_MS) }, lendingLibrary, {
    ...noExtensions,
    hooks: { subjects: { afterCommit: async (_, tools) => runNext(tools) } },
    jobs: { 'subjects-job': job },
    endpoints: [endpoints],
  });
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  // The first job starts the queue, which takes too much of the time that the tests allow a call.
  await within('a job', async () => {});
});
afterAll(() => server?.close());

const places: Record<string, () => Promise<unknown>> = {
  'a job': async () => {
    const own = next;
    next = undefined;
    await within('a hook after a commit', async ({ addJob }) => {
      next = own;
      await addJob(job, {});
    });
  },
  'an endpoint': () => admin.call('/api/subjects/work', { json: {} }),
  'a hook after a commit': addSubject,
};

/** Runs work with the tools of a place; returns what it returns. */
async function within(place: string, work: Work): Promise<unknown> {
  const done = Promise.withResolvers<unknown>();
  // If it rejects before it is awaited, it would count as an unhandled rejection.
  done.promise.catch(() => {});
  next = { work, done };
  await places[place]!();
  return done.promise;
}

const calls: Record<string, (tools: AppTools | ApplicationTools) => Promise<unknown>> = {
  "records('subjects')": ({ records }) => records(subjects).list(),
  languageOf: ({ languageOf }) => languageOf(ADMIN),
  sendMail: ({ sendMail }) => sendMail({ to: ADMIN, subject: 'Never', text: 'Never', language: 'en' }),
  addJob: ({ addJob }) => addJob(job, {}),
  transaction: ({ transaction }) => transaction(async ({ records }) => records(subjects).list()),
  em: ({ em }) => em.execute('select 1'),
};

describe.each(Object.keys(places))('inside `transaction` in %s', (place) => {
  it.each(Object.keys(calls))('%s of the tools from outside is rejected at once, by name', async (name) => {
    const begun = performance.now();
    const attempt = within(place, (tools) => tools.transaction(async () => calls[name]!(tools)));
    await expect(attempt).rejects.toThrow(`${name} is called inside \`transaction\``);
    await expect(attempt).rejects.toThrow(
      /use the `\w+` that `transaction` passes|call it (before|after) the transaction/,
    );
    expect(performance.now() - begun).toBeLessThan(IDLE_MS);
    expect((await admin.call('/api/subjects')).status).toBe(200);
  });

  it('records that were created before are rejected, too', async () => {
    const attempt = within(place, ({ records, transaction }) => {
      const before = records(subjects);
      return transaction(async () => before.list());
    });
    await expect(attempt).rejects.toThrow("records('subjects') is called inside `transaction`");
  });

  it('what was written before a rejected call is rolled back', async () => {
    const code = `ROL-${String(++number).padStart(3, '0')}`;
    const attempt = within(place, (tools) =>
      tools.transaction(async ({ records }) => {
        const values: object = { code, name: 'Rolled back' };
        await records(subjects).create(values);
        await tools.languageOf(ADMIN);
      }),
    );
    await expect(attempt).rejects.toThrow('languageOf');
    expect((await admin.call(`/api/subjects?code=${code}`)).body).toEqual([]);
  });

  it('the given tools work, and all others do before and after', async () => {
    const found = await within(place, async (tools) => {
      const language = await tools.languageOf(ADMIN);
      const { total } = await tools.transaction(({ records, transaction }) =>
        transaction(async () => records(subjects).list()),
      );
      await tools.sendMail({ to: ADMIN, subject: `From ${place}`, text: 'Text', language });
      return { language, total, after: (await tools.records(subjects).list()).total };
    });
    expect(found).toEqual({ language: 'en', total: expect.any(Number), after: expect.any(Number) });
    await expect.poll(() => server.outbox(ADMIN)[0]?.subject).toBe(`From ${place}`);
  });
});

describe('a transaction that runs no statement', () => {
  it('is rolled back after the time limit and fails, while all others continue; the log reports it', async () => {
    const log = vi.spyOn(logger, 'error');
    const code = `IDL-${String(++number).padStart(3, '0')}`;
    const begun = performance.now();
    const attempt = within('an endpoint', (tools) =>
      tools.transaction(async ({ records }) => {
        const values: object = { code, name: 'Idle' };
        await records(subjects).create(values);
        await wait(IDLE_MS * 1.5);
        await records(subjects).list();
      }),
    );
    const rejected = expect(attempt).rejects.toThrow();
    await wait(200);
    expect((await admin.call('/api/subjects')).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(IDLE_MS * 2);
    await rejected;
    expect((await admin.call(`/api/subjects?code=${code}`)).body).toEqual([]);
    if (server.database.engine === 'pglite')
      expect(log).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('rolled back'));
    log.mockRestore();
  });

  it('does not commit what it has written before', async () => {
    const code = `IDL-${String(++number).padStart(3, '0')}`;
    const attempt = within('an endpoint', (tools) =>
      tools.transaction(async ({ records }) => {
        const values: object = { code, name: 'Idle' };
        await records(subjects).create(values);
        await wait(IDLE_MS * 1.25);
      }),
    );
    await expect(attempt).rejects.toThrow();
    expect((await admin.call(`/api/subjects?code=${code}`)).body).toEqual([]);
  });

  it('stops even if it waits for the database itself, so that nothing hangs forever', async () => {
    const attempt = within('an endpoint', (tools) =>
      tools.transaction(async ({ em, entities }) => {
        await em.execute('select 1');
        void entities;
        // Not one of the tools: the server's own database, which waits for this transaction if there is one
        // connection.
        await server.database.query({ sql: 'select pg_sleep(0)', parameters: [] });
      }),
    );
    await attempt.catch(() => {});
    expect((await admin.call('/api/subjects')).status).toBe(200);
  });

  it('that continues to run statements is not limited, however long it takes', async () => {
    const total = await within('an endpoint', (tools) =>
      tools.transaction(async ({ em, records }) => {
        // Short pauses: a busy machine may prolong one.
        for (let times = 0; times < 5; times++) {
          await wait(IDLE_MS / 4);
          await em.execute('select 1');
        }
        return (await records(subjects).list()).total;
      }),
    );
    expect(total).toEqual(expect.any(Number));
  });
});
