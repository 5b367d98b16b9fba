import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import type { TestResponse } from '#backend/testing/browser.ts';
import { pupilEndpoints, pupilRoutes } from '#backend/testing/school-endpoints.ts';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

/*
 * The operations that would give an account away, through every call and with every credential: a thief of a
 * session that is older than a day, an API key, or an impersonating administrator can perform none of them.
 */

let ctx: SchoolFixture;
beforeAll(async () => {
  const extensions = { ...noExtensions, routes: { pupils: pupilRoutes }, endpoints: [pupilEndpoints] };
  ctx = await SchoolFixture.start({ extensions });
});
afterAll(() => ctx?.close());

/** Calls the server with some credential. */
type Send = (
  method: string,
  path: string,
  body?: object | string,
) => Promise<Pick<TestResponse, 'status' | 'body'>>;

interface Attempt {
  readonly send: Send;
  /** Calls the server as an administrator without limits, before the attempt. */
  readonly prepare: Send;
  readonly target: SchoolUser;
  /** The id of the attempting user. */
  readonly by: string;
  /** An unused address. */
  readonly address: string;
}

const sender =
  (headers: Record<string, string>): Send =>
  async (method, path, body) => {
    const response = await fetch(ctx.server.url + path, {
      method,
      headers: {
        ...headers,
        origin: ctx.server.url,
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  };

/** The actor, and the code that rejects every operation below; without one, all succeed. */
interface Credential {
  readonly code?: string;
  /** The code if it is not the general one, by the start of an operation's name. */
  readonly codeOf?: Readonly<Record<string, string>>;
  /** Returns the id of the user whom the history names as the author, and how they call the server. */
  readonly make: () => Promise<{ id: string; send: Send }>;
}

const ofSession = async () => {
  const admin = await ctx.user('admin');
  return { id: admin.id, send: sender({ cookie: admin.browser.cookies }) };
};
const ofKey = async (rights: { readOnly?: boolean }) => {
  const { id } = await ctx.user('admin');
  const { key } = await ctx.apiKey({ id }, rights);
  return { id, send: sender({ authorization: `Bearer ${key}` }) };
};
const NO_KEYS = 'API_KEY_NOT_ALLOWED';

const CREDENTIALS: Record<string, Credential> = {
  'done with a session of today': { make: ofSession },
  'rejected with a session of five days ago': {
    code: 'SESSION_EXPIRED',
    make: async () => {
      const caller = await ofSession();
      const age = "update sessions set created_at = now() - interval '5 days' where user_id = $1";
      await ctx.rows(age, [caller.id]);
      return caller;
    },
  },
  'rejected with an API key': { code: NO_KEYS, make: () => ofKey({}) },
  'rejected with an API key that only reads': {
    code: 'API_KEY_READ_ONLY',
    codeOf: { impersonation: NO_KEYS, 'an API key': NO_KEYS },
    make: () => ofKey({ readOnly: true }),
  },
  // An impersonation ends when its user becomes an administrator.
  'rejected to an administrator who acts as another administrator': {
    code: 'UNAUTHENTICATED',
    make: async () => {
      const { id, send } = await ofSession();
      await ctx.rows(
        `update sessions set impersonated_by = $2,
           parent_session_id = (select id from sessions where user_id = $3 limit 1) where user_id = $1`,
        [id, ctx.admin.id, ctx.admin.id],
      );
      return { id: ctx.admin.id, send };
    },
  },
};

const latest = async (prepare: Send, id: string) =>
  (await prepare('GET', `/api/users/${id}/history`)).body[0] as { id: string; batch: string };

const DONE = { status: 200, body: {} };
/** An import does not stop at a rejected line. */
const WRONG_LINE = { status: 200, body: { code: 'WRONG_LINE' } };

/**
 * Uploads, checks and runs a file of one line; returns the first rejected call, or the result of the line.
 */
const importFile = async (send: Send, file: string, matchBy: string | null = null) => {
  const uploaded = await send('POST', '/api/users/import', file);
  if (uploaded.status !== 201) return uploaded;
  const path = `/api/imports/${uploaded.body.id}`;
  const ended = async () => {
    for (;;) {
      const { body } = await send('GET', path);
      if (!['checking', 'importing'].includes(body.state)) return body;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const mapping = uploaded.body.columns.map(({ heading }: { heading: string }) => heading);
  const checked = await send('POST', `${path}/check`, { mapping, matchBy });
  if (checked.status !== 202) return checked;
  await ended();
  const run = await send('POST', `${path}/run`, { mode: 'valid' });
  if (run.status !== 202) return run;
  const { created, updated } = await ended();
  return created + updated === 1 ? DONE : WRONG_LINE;
};

/** The attempts, by operation and call. */
const ACTS: Record<string, (given: Attempt) => ReturnType<Send>> = {
  'a role by PATCH': ({ send, target }) => send('PATCH', `/api/users/${target.id}`, { role: 'registrar' }),
  'a role by PUT': ({ send, target: { id, email } }) =>
    send('PUT', `/api/users/${id}`, { email, role: 'registrar' }),
  'a role by a bulk change': ({ send, target }) =>
    send('POST', '/api/users/bulk', {
      action: 'update',
      select: { ids: [target.id] },
      values: { role: 'registrar' },
    }),
  'a role by an import': ({ send, target }) =>
    importFile(send, `email,role\r\n${target.email},registrar`, 'email'),
  'a role by an endpoint of one’s own': ({ send, target }) =>
    send('POST', `/api/pupils/change-user/${target.id}`, { role: 'registrar' }),
  'a role by taking a change back': async ({ send, prepare, target: { id } }) => {
    await prepare('PATCH', `/api/users/${id}`, { role: 'teacher' });
    const change = await latest(prepare, id);
    return send('POST', `/api/users/${id}/history/${change.id}/undo`);
  },
  'an address by PATCH': ({ send, target, address }) =>
    send('PATCH', `/api/users/${target.id}`, { email: address }),
  'an address by an import': ({ send, target, address }) =>
    importFile(send, `id,email\r\n${target.id},${address}`, 'id'),
  'an address by an endpoint of one’s own': ({ send, target, address }) =>
    send('POST', `/api/pupils/change-user/${target.id}`, { email: address }),
  'an address by taking a change back': async ({ send, prepare, target: { id }, address }) => {
    await prepare('PATCH', `/api/users/${id}`, { email: address });
    const change = await latest(prepare, id);
    return send('POST', `/api/users/${id}/history/${change.id}/undo`);
  },
  'a new administrator by POST': ({ send, address }) =>
    send('POST', '/api/users', { email: address, role: 'admin' }),
  'a new administrator by an import': ({ send, address }) =>
    importFile(send, `email,role\r\n${address},admin`),
  'a new administrator by an endpoint of one’s own': ({ send, address }) =>
    send('POST', '/api/pupils/add-user', { email: address, role: 'admin' }),
  'a deletion by DELETE': ({ send, target }) => send('DELETE', `/api/users/${target.id}`),
  'a deletion by a bulk change': ({ send, target }) =>
    send('POST', '/api/users/bulk', { action: 'delete', select: { ids: [target.id] } }),
  'a deletion by an endpoint of one’s own': ({ send, target }) =>
    send('POST', `/api/pupils/remove-user/${target.id}`, {}),
  'a deletion by taking a creation back': async ({ send, prepare, by, address }) => {
    const { body: made } = await prepare('POST', '/api/users', { email: address, school: ctx.north.id });
    const batch = newId();
    await ctx.rows('update history set batch = $1, actor_id = $2 where record_id = $3', [batch, by, made.id]);
    return send('POST', `/api/history/batches/${batch}/undo`);
  },
  impersonation: ({ send, target }) => send('POST', `/api/users/${target.id}/impersonate`),
  'an API key of one’s own': ({ send }) => send('POST', '/api/account/api-keys', { name: 'Stolen' }),
};

describe.each(Object.entries(ACTS))('%s', (name, act) => {
  it.each(Object.entries(CREDENTIALS))('is %s', async (_, { code, codeOf = {}, make }) => {
    const { id: by, send } = await make();
    const target = await ctx.user('guardian', ctx.north);
    const prepare = sender({ cookie: ctx.admin.browser.cookies });
    const users = () =>
      ctx.rows('select id, email, role, banned from users where id = $1 or email = $2', [target.id, address]);
    const address = `${newId()}@example.com`;
    const { status, body } = await act({ send, prepare, target, by, address });
    if (code === undefined)
      return expect({ status, code: body?.code }).toEqual({
        status: expect.toSatisfy((one: number) => one < 300),
        code: undefined,
      });
    const special = Object.entries(codeOf).find(([start]) => name.startsWith(start))?.[1];
    expect([special ?? code, 'WRONG_LINE']).toContain(body?.code);
    if (body?.code === 'WRONG_LINE') expect(name).toContain('import');
    // An undo needs a change before it.
    if (!name.includes('taking'))
      expect(await users()).toMatchObject([{ email: target.email, role: 'guardian', banned: false }]);
  });
});
