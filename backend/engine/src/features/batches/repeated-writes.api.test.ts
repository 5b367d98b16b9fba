import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#backend/database/id.ts';
import { noExtensions } from '#backend/extend/load-extensions.ts';
import { ImportFixture } from '#backend/testing/import-file.ts';
import { pupilEndpoints, pupilRoutes } from '#backend/testing/school-endpoints.ts';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

/*
 * A write whose response was lost is sent again with its Idempotency-Key, maybe to another server, and maybe
 * after its user has lost their rights. The stored response is another way to the records, with the same
 * checks.
 */

let ctx: SchoolFixture;
let sibling: string;
beforeAll(async () => {
  const extensions = { ...noExtensions, routes: { pupils: pupilRoutes }, endpoints: [pupilEndpoints] };
  ctx = await SchoolFixture.start({ extensions });
  sibling = await ctx.server.sibling();
});
afterAll(() => ctx?.close());

interface Credential {
  readonly user: SchoolUser;
  readonly headers: Record<string, string>;
  readonly key?: string;
}

/** A request that is sent repeatedly: its path and body. */
interface Write {
  readonly path: string;
  readonly body: string;
  readonly type?: string;
}

const json = (path: string, body: object = {}): Write => ({ path, body: JSON.stringify(body) });

/** The writes with an Idempotency-Key. Each prepares its records. */
const WRITES: Record<string, (who: Credential) => Promise<Write>> = {
  create: async () => json('/api/pupils', { name: 'Secret of the north', school: ctx.north.id }),
  bulk: async () => {
    const id = await pupil();
    return json('/api/pupils/bulk', { action: 'update', select: { ids: [id] }, values: { name: 'Again' } });
  },
  'undo of a change': async ({ user }) => {
    const id = await pupil();
    await ctx.call(user, 'PATCH', `/api/pupils/${id}`, { name: 'Changed' });
    const [change] = (await ctx.call(user, 'GET', `/api/pupils/${id}/history`)).body;
    return json(`/api/pupils/${id}/history/${change.id}/undo`);
  },
  'undo of a batch': async ({ user }) => {
    const select = { ids: [await pupil()] };
    const values = { name: 'In bulk' };
    const { body } = await ctx.call(user, 'POST', '/api/pupils/bulk', { action: 'update', select, values });
    return json(`/api/history/batches/${body.batch}/undo`);
  },
  'own endpoint': async () => json(`/api/pupils/call-out/${await pupil()}`),
  upload: async () => ({ path: '/api/pupils/import?name=a.csv', body: 'name\r\nOne', type: 'text/csv' }),
  check: async ({ user }) => json(`/api/imports/${await uploaded(user)}/check`, mapping()),
};

/** The writes whose response has a record, or its id. */
const SHOWING_RECORDS = ['create', 'own endpoint'];

const pupil = () => ctx.add('pupils', { name: 'Pupil', school: ctx.north.id });
const mapping = () => ({ mapping: ['name'], matchBy: null });

async function uploaded({ browser }: SchoolUser): Promise<string> {
  return (await new ImportFixture(ctx.server.url, browser).upload('pupils', 'name\r\nOne')).body.id;
}

async function credential(kind: 'session' | 'API key'): Promise<Credential> {
  const user = await ctx.user('registrar', ctx.north);
  if (kind === 'session') return { user, headers: { cookie: user.browser.cookies, origin: ctx.server.url } };
  const { id, key } = await ctx.apiKey(user);
  return { user, key: id, headers: { authorization: `Bearer ${key}` } };
}

/** Sends a write; returns its status and the id in its response: of a record, a batch or a running import. */
async function send(at: string, { path, body, type = 'application/json' }: Write, headers: object) {
  const response = await fetch(at + path, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  });
  const { id, batch } = await response.json();
  return { status: response.status, of: id ?? batch };
}

/** Sends each write to one server and then to the other one; returns a function that sends it again. */
async function sendAll(who: Credential) {
  const sent = [];
  for (const [name, prepare] of Object.entries(WRITES)) {
    const write = await prepare(who);
    const headers = { ...who.headers, 'idempotency-key': newId() };
    const first = await send(ctx.server.url, write, headers);
    expect({ name, status: first.status }).toEqual({ name, status: expect.toBeOneOf([200, 201, 202]) });
    expect(first.of).toBeDefined();
    expect({ name, ...(await send(sibling, write, headers)) }).toEqual({ name, ...first });
    sent.push({ name, first, again: (at: string) => send(at, write, headers) });
  }
  return sent;
}

const historyLines = async () =>
  (await ctx.rows<{ n: number }>('select count(*)::int as n from history'))[0]!.n;

describe.each(['session', 'API key'] as const)('a write sent with a %s', (kind) => {
  it.each<[string, (who: Credential) => Promise<unknown>]>([
    ['its user is banned', ({ user }) => ctx.rows('update users set banned = true where id = $1', [user.id])],
    [
      'it has ended',
      ({ user, key }) =>
        key
          ? ctx.rows('delete from api_keys where id = $1', [key])
          : ctx.rows('delete from sessions where user_id = $1', [user.id]),
    ],
  ])('has no response any more after %s, at any server', async (_, event) => {
    const who = await credential(kind);
    const sent = await sendAll(who);
    await event(who);
    for (const { name, again } of sent)
      for (const at of [sibling, ctx.server.url])
        expect({ name, ...(await again(at)) }).toMatchObject({ name, status: 401 });
  });

  it.each<[string, (who: Credential) => Promise<unknown>]>([
    [
      'its user is demoted',
      ({ user }) => ctx.rows("update users set role = 'guardian' where id = $1", [user.id]),
    ],
    [
      'its user has moved to another school',
      ({ user }) => ctx.rows('update users set school_id = $2 where id = $1', [user.id, ctx.south.id]),
    ],
  ])('shows no record and writes nothing after %s, at any server', async (_, event) => {
    const who = await credential(kind);
    const sent = await sendAll(who);
    await event(who);
    const before = await historyLines();
    for (const { name, first, again } of sent)
      for (const at of [sibling, ctx.server.url]) {
        const { status, of } = await again(at);
        // Counts of the user's changes, and the file that they sent, may be repeated: they show no record.
        const isRefused = status === 403 || status === 404;
        const isOwn = !SHOWING_RECORDS.includes(name) && of === first.of;
        expect({ name, status, isFit: isRefused || isOwn }).toMatchObject({ name, isFit: true });
      }
    expect(await historyLines()).toBe(before);
  });
});

describe('the response of an extension endpoint to a repeated request', () => {
  it('is for the user as they were, and no other', async () => {
    const user = await ctx.user('registrar', ctx.north);
    const pupil = await ctx.add('pupils', { name: 'Called out', school: ctx.north.id });
    const moveTo = (role: string, { id }: SchoolFixture['north']) =>
      ctx.rows('update users set role = $2, school_id = $3 where id = $1', [user.id, role, id]);
    const key = newId();
    const send = async (headers: Record<string, string>) => {
      const response = await fetch(`${ctx.server.url}/api/pupils/call-out/${pupil}`, {
        method: 'POST',
        headers: {
          ...headers,
          origin: ctx.server.url,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: '{}',
      });
      return [response.status, (await response.text()).includes(pupil)];
    };
    const cookie = { cookie: user.browser.cookies };
    expect(await send(cookie)).toEqual([200, true]);
    expect(await send(cookie)).toEqual([200, true]);
    const { key: apiKey } = await ctx.apiKey(user);
    expect(await send({ authorization: `Bearer ${apiKey}` })).toEqual([403, false]);
    await moveTo('registrar', ctx.south);
    expect(await send(cookie)).toEqual([403, false]);
    await moveTo('inspector', ctx.north);
    expect(await send(cookie)).toEqual([403, false]);
    await moveTo('registrar', ctx.north);
    expect(await send(cookie)).toEqual([200, true]);
    expect(await send({ cookie: ctx.south.registrar.browser.cookies })).toEqual([404, false]);
  });
});
