import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApplicationTools, JobTools } from '#backend/records/resources/app-tools.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { lastRuns } from '#backend/testing/last-runs.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { defineJob } from './jobs.ts';
import { noExtensions } from './load-extensions.ts';

const ran: { text: string; id: string }[] = [];
let run: (text: string, tools: JobTools) => Promise<void>;

const write = defineJob({
  payload: z.object({ text: z.string().max(255) }),
  retries: 1,
  run: async ({ text }, tools) => {
    ran.push({ text, id: tools.id });
    await run(text, tools);
  },
});
let ticks = 0;
const everyMinute = defineJob({
  schedule: '* * * * *',
  run: async () => {
    ticks++;
  },
});
const foreign = defineJob({ schedule: '0 3 * * *', run: async () => {} });

let server: TestServer;
let admin: HttpClient;
let tools: ApplicationTools;

beforeAll(async () => {
  // A hook gets the same tools as everything else in an extension.
  const given = Promise.withResolvers<ApplicationTools>();
  server = await startServer({}, lendingLibrary, {
    ...noExtensions,
    hooks: { subjects: { afterCommit: async (_, context) => given.resolve(context) } },
    jobs: { 'subjects-write': write, 'subjects-everyMinute': everyMinute },
  });
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
  await admin.call('/api/subjects', { json: { code: 'JOB-001', name: 'First' } });
  tools = await given.promise;
});
afterAll(() => server?.close());
beforeEach(() => {
  run = async () => {};
});

const runsOf = (name: string) => lastRuns(server.database, { name, limit: 5 });

describe('a job of an extension', () => {
  it('runs with its payload and may write records and send emails', async () => {
    run = async (name, { records, sendMail }) => {
      const subjects: { create(values: object): Promise<object> } = records('subjects' as 'users');
      await subjects.create({ code: 'JOB-002', name });
      await sendMail({ to: ADMIN, subject: `Made: ${name}`, text: ['One paragraph <b>.', 'Another.'] });
    };
    await tools.addJob(write, { text: 'قصّة 📚' });
    await expect.poll(() => server.outbox(ADMIN)[0]?.subject).toBe('Made: قصّة 📚');
    const [mail] = server.outbox(ADMIN);
    expect(mail?.html).toContain('One paragraph &lt;b&gt;.');
    expect(mail?.text).toContain('One paragraph <b>.\n\nAnother.');
    const { body } = await admin.call('/api/subjects?code=JOB-002');
    expect(body).toMatchObject([{ name: 'قصّة 📚' }]);
  });

  it('may send emails in the language of a user, identified by id or address, or in another', async () => {
    const email = 'reader-of-mails@example.com';
    const reader = server.browser();
    await reader.signIn(email);
    const { id } = (await admin.call(`/api/users?email=${email}`)).body[0];
    expect(await tools.languageOf(id)).toBe('en');
    await server.database.execute({
      sql: "update users set language = 'ar' where id = $1",
      parameters: [id],
    });
    expect([await tools.languageOf(id), await tools.languageOf(email)]).toEqual(['ar', 'ar']);
    await tools.sendMail({ to: email, subject: 'A', text: 'A' });
    await tools.sendMail({ to: email, subject: 'B', text: 'B', language: 'fr' });
    const htmlOf = (subject: string) => server.outbox(email).find((mail) => mail.subject === subject)?.html;
    await expect.poll(() => htmlOf('B')).toContain('lang="fr"');
    expect(htmlOf('A')).toContain('dir="rtl"');
  });

  it('that fails is retried, and the table has its last runs with their errors', async () => {
    run = async () => {
      throw new Error('The printer is on fire');
    };
    const id = await tools.addJob(write, { text: 'Fails' });
    const runs = () => runsOf('subjects-write').then((all) => all.find((one) => one.id === id));
    await expect.poll(async () => (await runs())?.state).toBe('failed');
    expect(await runs()).toMatchObject({
      error: expect.stringContaining('The printer is on fire'),
      retryCount: 1,
      startedOn: expect.any(Date),
    });
    expect(ran.filter((one) => one.id === id)).toHaveLength(2);
  });

  it('starts on its schedule, and the table has its run', async () => {
    await expect.poll(() => ticks).toBeGreaterThan(0);
    await expect.poll(async () => (await runsOf('subjects-everyMinute'))[0]?.state).toBe('completed');
  });

  it('is rejected with an invalid payload, and if no server would run it', async () => {
    await expect(tools.addJob(write, { text: 'a'.repeat(256) })).rejects.toThrow(z.ZodError);
    await expect(tools.addJob(foreign, {})).rejects.toThrow('no server would run it');
  });
});
