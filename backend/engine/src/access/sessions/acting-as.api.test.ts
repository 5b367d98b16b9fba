import { ACTING_AS } from '@bindery/contract/records/init.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SchoolFixture, type SchoolUser } from '#backend/testing/school-fixture.ts';

let ctx: SchoolFixture;
beforeAll(async () => {
  ctx = await SchoolFixture.start();
});
afterAll(() => ctx?.close());

/**
 * Opens a page of a user; returns the function with which it writes, with the cookies of another one if
 * given.
 */
async function openPage(
  user: Pick<SchoolUser, 'browser'>,
  { writesWith: { browser } = user }: { writesWith?: Pick<SchoolUser, 'browser'> } = {},
) {
  const { body } = await user.browser.call('/api/fn/init');
  const headers = { [ACTING_AS]: body.session.actingAs };
  return async (method: string, path: string, json: object) => {
    const answer = await browser.call(path, { method, headers, json });
    return answer.body?.code ?? String(answer.status);
  };
}

const moveTo = (school: { id: string }, { id }: Pick<SchoolUser, 'id'>) =>
  ctx.rows('update users set school_id = $1 where id = $2', [school.id, id]);
const pupilsOf = async (school: { id: string }) =>
  (
    await ctx.rows<{ name: string }>('select name from pupils where school_id = $1 order by name', [
      school.id,
    ])
  ).map(({ name }) => name);

describe('a page that was opened before its user moved to another tenant', () => {
  it('creates, changes and deletes nothing there', async () => {
    for (const school of [ctx.north, ctx.south])
      await ctx.add('pupils', { name: 'The only one', school: school.id });
    const registrar = await ctx.user('registrar', ctx.north);
    const write = await openPage(registrar);
    await moveTo(ctx.south, registrar);
    const select = { query: '', count: 1 };
    for (const [path, json] of [
      ['/api/pupils', { name: 'New' }],
      ['/api/pupils/bulk', { action: 'delete', select }],
      ['/api/pupils/bulk', { action: 'update', select, values: { name: 'Renamed' } }],
    ] as const)
      expect(await write('POST', path, json)).toBe('SESSION_CHANGED');
    expect(await pupilsOf(ctx.south)).toEqual(['The only one']);
    expect(await (await openPage(registrar))('POST', '/api/pupils', { name: 'New' })).toBe('201');
    expect(await pupilsOf(ctx.south)).toEqual(['New', 'The only one']);
    await moveTo(ctx.north, registrar);
    expect(await write('POST', '/api/pupils', { name: 'New' })).toBe('201');
  });

  it('writes nothing for another user who has signed in since', async () => {
    const { registrar } = ctx.north;
    const other = await ctx.user('registrar', ctx.north);
    const write = await openPage(registrar, { writesWith: other });
    expect(await write('POST', '/api/pupils', { name: 'Another author' })).toBe('SESSION_CHANGED');
    expect(await pupilsOf(ctx.north)).not.toContain('Another author');
  });

  it('continues with a new session of the same user', async () => {
    const { browser, email } = await ctx.user('registrar', ctx.north);
    const write = await openPage({ browser });
    const before = browser.cookies;
    await browser.call('/api/auth/sign-out', { json: {} });
    await browser.signIn(email);
    expect(browser.cookies).not.toBe(before);
    expect(await write('POST', '/api/pupils', { name: 'Signed in again' })).toBe('201');
  });
});

it('a client that does not state as whom it acts, writes as the current user', async () => {
  const registrar = await ctx.user('registrar', ctx.north);
  await moveTo(ctx.south, registrar);
  expect(await ctx.outcome(registrar, 'POST', '/api/pupils', { name: 'Stated nothing' })).toBe('201');
  expect(await pupilsOf(ctx.south)).toContain('Stated nothing');
});
