import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type {
  AfterCommitContext,
  CommittedWrite,
  HooksByResource,
} from '#backend/records/resources/hooks.ts';
import type { HttpClient } from '#backend/testing/browser.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';
import { claimEvents } from './delivery.ts';

type Delivered = CommittedWrite & { readonly resource: string };

let server: TestServer;
let admin: HttpClient;
const delivered: Delivered[] = [];
/** The action of the hook on an event, besides recording it. */
let react: (write: CommittedWrite, context: AfterCommitContext) => Promise<void>;

const listener = (resource: string) => async (write: CommittedWrite, context: AfterCommitContext) => {
  delivered.push({ ...write, resource });
  await react(write, context);
};

const hooks: HooksByResource = {
  subjects: {
    beforeCreate: async ({ name }) => {
      if (name === 'Refused') throw new ApiError('CONFLICT', { message: 'No such subject' });
      return undefined;
    },
    afterCommit: listener('subjects'),
  },
  counters: { afterCommit: listener('counters') },
  users: { afterCommit: listener('users') },
};

beforeAll(async () => {
  server = await startServer({}, lendingLibrary, { ...noExtensions, hooks });
  admin = server.browser();
  admin.adopt(await openSession(server, ADMIN));
});
afterAll(() => server?.close());
beforeEach(() => {
  react = async () => {};
});

let made = 0;
const draft = (values: object = {}) => {
  made++;
  return { code: `SUB-${String(made).padStart(3, '0')}`, name: `Subject ${made}`, ...values };
};
const add = async (values: object = {}): Promise<{ id: string; name: string; code: string }> =>
  (await admin.call('/api/subjects', { json: draft(values) })).body;
const patch = (id: string, json: object) => admin.call(`/api/subjects/${id}`, { method: 'PATCH', json });
const of = (id: string) => delivered.filter(({ recordId }) => recordId === id);
const actions = (id: string) => of(id).map(({ action }) => action);
const left = async () => {
  const [row] = await server.database.query<{ count: number }>({
    sql: 'select count(*)::int as count from write_events',
    parameters: [],
  });
  return row!.count;
};
const settled = () => expect.poll(left).toBe(0);

describe('the hook after a commit', () => {
  it('gets every creation, change and deletion of a record, in order and with the record', async () => {
    const { id, name, code } = await add();
    await patch(id, { name: 'Renamed 📚' });
    await settled();
    await admin.call(`/api/subjects/${id}`, { method: 'DELETE' });
    await settled();
    const author = { actor: expect.any(String), impersonator: null, apiKey: null };
    expect(of(id)).toEqual([
      expect.objectContaining({
        action: 'create',
        author,
        changes: expect.objectContaining({ name: { before: null, after: name } }),
      }),
      expect.objectContaining({
        action: 'update',
        record: expect.objectContaining({ id, code, name: 'Renamed 📚' }),
        changes: { name: { before: name, after: 'Renamed 📚' } },
      }),
      expect.objectContaining({
        action: 'delete',
        record: null,
        changes: expect.objectContaining({ code: { before: code, after: null } }),
      }),
    ]);
    expect(new Set(of(id).map((event) => event.id)).size).toBe(3);
    for (const { at } of of(id)) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('gets the records of bulk writes and of their undo, with the fields that these clear elsewhere', async () => {
    const [parent, other] = [await add(), await add()];
    const child = await add({ parent: parent.id });
    const select = { ids: [parent.id, other.id] };
    const renamed = await admin.call('/api/subjects/bulk', {
      json: { select: { ids: [other.id] }, action: 'update', values: { name: 'Together' } },
    });
    const gone = await admin.call('/api/subjects/bulk', { json: { select, action: 'delete' } });
    await settled();
    await admin.call(`/api/history/batches/${gone.body.batch}/undo`, { json: {} });
    await settled();
    expect(actions(parent.id)).toEqual(['create', 'delete', 'create']);
    expect(actions(other.id)).toEqual(['create', 'update', 'delete', 'create']);
    expect(of(other.id)[1]?.batch).toBe(renamed.body.batch);
    expect(actions(child.id)).toEqual(['create', 'update', 'update']);
  });

  it('gets the records of an import', async () => {
    const imports = new ImportFixture(server.url, admin);
    const { code, name } = draft();
    const checked = await imports.check('subjects', { file: `code,name\r\n${code},${name}\r\n` });
    expect((await imports.run(checked.id, 'all')).state).toBe('done');
    await settled();
    expect(delivered.filter(({ record }) => record?.code === code)).toMatchObject([
      { action: 'create', batch: checked.id },
    ]);
  });

  it('gets users who sign up and delete their account', async () => {
    const user = server.browser();
    await user.signIn('after@example.com');
    const { body } = await user.call('/api/fn/init');
    await user.call('/api/auth/delete-user', { json: {} });
    await settled();
    expect(actions(body.session.user.id)).toEqual(['create', 'delete']);
  });

  it('gets nothing from a write that is rejected or changes nothing', async () => {
    const before = delivered.length;
    const { id, code } = await add();
    expect((await admin.call('/api/subjects', { json: draft({ code }) })).status).toBe(409);
    expect((await admin.call('/api/subjects', { json: draft({ name: 'Refused' }) })).status).toBe(409);
    await patch(id, { code });
    await settled();
    expect(delivered.slice(before).map(({ recordId }) => recordId)).toEqual([id]);
  });

  it('runs again after an error; until then later writes of the record wait, and writes of other records do not', async () => {
    let isFailing = true;
    react = async ({ record }) => {
      if (isFailing && String(record?.name).startsWith('Late')) throw new Error('Not yet');
    };
    const late = await add({ name: 'Late' });
    await patch(late.id, { name: 'Late still' });
    const prompt = await add();
    await expect.poll(() => actions(prompt.id)).toEqual(['create']);
    expect(new Set(actions(late.id))).toEqual(new Set(['create']));
    isFailing = false;
    await settled();
    expect(actions(late.id).slice(-2)).toEqual(['create', 'update']);
    const [first, ...others] = of(late.id);
    expect(new Set(others.map(({ id }) => id))).toEqual(new Set([first?.id, others.at(-1)?.id]));
  });

  it('does not delay the response of the write', async () => {
    const held = Promise.withResolvers<void>();
    react = () => held.promise;
    const { id } = await add();
    expect((await admin.call(`/api/subjects/${id}`)).status).toBe(200);
    await expect.poll(() => actions(id)).toEqual(['create']);
    expect(await left()).toBe(1);
    held.resolve();
    await settled();
  });

  it('of one resource is not delayed by hooks of another that never finish', async () => {
    const held = Promise.withResolvers<void>();
    react = (write) => (write.record && 'code' in write.record ? held.promise : Promise.resolve());
    for (let count = 0; count < 6; count++) await add();
    const { body } = await admin.call('/api/counters', { json: { day: 'monday', visitors: 1 } });
    await expect.poll(() => actions(body.id)).toEqual(['create']);
    held.resolve();
    await settled();
  });

  it('may write through the rules of the resources, as the application', async () => {
    react = async ({ action, recordId }, { records }) => {
      // The tools have the types of the project's config, and this server has other resources.
      const counters: { create(values: object): Promise<unknown> } = records('counters' as 'users');
      if (action === 'create' && recordId) await counters.create({ day: 'tuesday', visitors: 2 });
    };
    const { id } = await add();
    await expect
      .poll(() => delivered.findLast(({ resource }) => resource === 'counters')?.changes.day?.after)
      .toBe('tuesday');
    expect(actions(id)[0]).toBe('create');
    const counter = delivered.findLast(({ resource }) => resource === 'counters')!;
    const history = await admin.call(`/api/counters/${counter.recordId}/history`);
    expect(history.body[0]).toMatchObject({ action: 'create', actor: null });
    react = async () => {};
    await settled();
  });

  it('runs for an event whose server stopped in the middle of it, once the claim has expired', async () => {
    const held = Promise.withResolvers<void>();
    react = () => held.promise;
    const { id } = await add();
    await expect.poll(() => actions(id)).toEqual(['create']);
    // Another server may not take it while the first one is alive.
    expect(await claimEvents(server.database, { resource: 'subjects', limit: 9 })).toEqual([]);
    await server.database.execute({ sql: 'update write_events set due_at = now()', parameters: [] });
    react = async () => {};
    await expect.poll(() => actions(id)).toEqual(['create', 'create']);
    held.resolve();
    await settled();
  });

  it('that fails permanently leaves its event with the error, and lets later writes of the record pass', async () => {
    react = async ({ action }) => {
      if (action === 'create') throw new Error('Never');
    };
    const failed = 'write_events where failed_at is not null';
    // Whether this test passes or not: others wait until there are no events.
    onTestFinished(async () => {
      await server.database.execute({ sql: `delete from ${failed}`, parameters: [] });
    });
    const { id } = await add();
    await expect.poll(() => actions(id)).toEqual(['create']);
    await server.database.execute({
      sql: 'update write_events set attempts = 27, due_at = now() where record_id = $1',
      parameters: [id],
    });
    await patch(id, { name: 'Passes' });
    await expect.poll(() => actions(id)).toEqual(['create', 'create', 'update']);
    // The event of the change is removed shortly after its hook has run.
    await expect.poll(left).toBe(1);
    const events = await server.database.query<{ error: string }>({
      sql: `select error from ${failed}`,
      parameters: [],
    });
    expect(events).toEqual([{ error: expect.stringContaining('Never') }]);
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('two servers', () => {
  it('deliver each event once, and the events of a record in order', async () => {
    await server.sibling();
    const subjects = await Promise.all(Array.from({ length: 12 }, () => add()));
    await Promise.all(subjects.map(({ id, name }) => patch(id, { name: `${name} again` })));
    await settled();
    for (const { id } of subjects) expect(actions(id)).toEqual(['create', 'update']);
  });
});
