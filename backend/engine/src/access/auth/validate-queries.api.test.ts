import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from '#backend/testing/server.ts';
import { openSession } from '#backend/testing/session-fixtures.ts';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  cookie = await openSession(server, ADMIN);
});
afterAll(() => server?.close());

const listUsers = async (query: string) => {
  const response = await fetch(`${server.url}/api/auth/admin/list-users?${query}`, { headers: { cookie } });
  return { status: response.status, body: await response.json() };
};
const run = (sql: string) => server.database.execute({ sql, parameters: [] });

describe('a list of users by better-auth, which catches every error itself', () => {
  const byReason = 'filterField=banReason&filterValue=spam';

  it('fails if the database fails, instead of being empty', async () => {
    await run('alter table users rename column ban_reason to lost');
    const failed = await listUsers(byReason);
    await run('alter table users rename column lost to ban_reason');

    expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    expect(await listUsers(byReason)).toEqual({ status: 200, body: { users: [], total: 0 } });
  });

  it('is rejected with a value that does not fit its column', async () => {
    const response = await listUsers('filterField=createdAt&filterOperator=gt&filterValue=never');
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID' } });
  });

  it('is rejected with a value that is not a boolean, for a field that is', async () => {
    const by = (value: string) => listUsers(`filterField=emailVerified&filterValue=${value}`);
    expect(await by('maybe')).toMatchObject({ status: 400, body: { code: 'INVALID' } });
    expect(await by('true')).toMatchObject({ status: 200, body: { total: 1 } });
    expect(await by('false')).toMatchObject({ status: 200, body: { total: 0 } });
  });

  it('is rejected for several values of a single-value operator', async () => {
    expect((await listUsers('filterValue=a@example.com&filterValue=b@example.com')).status).toBe(400);
    const several = 'filterOperator=in&filterValue=a@example.com&filterValue=b@example.com';
    expect((await listUsers(several)).status).toBe(200);
  });
});
