import { randomBytes } from 'node:crypto';
import { productResources } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';
import { ServerFolder, type ServerProcess } from '#backend/testing/server-process.ts';
import { buildWhenOutOfDate } from './page-shell/build.ts';

const resources = productResources();

const postgres = process.env.TEST_DATABASE_URL;

// PGlite can only be used by one process.
describe.skipIf(!postgres)('two servers that start on an empty database', () => {
  const folder = new ServerFolder();
  const name = `bindery_test_${randomBytes(6).toString('hex')}`;
  let servers: ServerProcess[] = [];

  beforeAll(async () => {
    await Promise.all([onServer(`create database ${name}`), buildWhenOutOfDate()]);
  }, 180_000);

  afterAll(async () => {
    for (const server of servers) server.signal('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await onServer(`drop database ${name} with (force)`);
    folder.remove();
  });

  it('both start, and seed it once', async () => {
    const url = Object.assign(new URL(postgres!), { pathname: `/${name}` }).href;
    const settings = { DATABASE_URL: url, AUTH_SECRET: randomBytes(32).toString('hex') };
    servers = await Promise.all([1, 2].map(() => folder.start(settings)));
    await Promise.all(servers.map((server) => server.says(/ready/)));
    for (const { url: at } of servers) {
      const response = await fetch(`${at}/api/health/ready`);
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status: 200,
        body: { status: 'ready' },
      });
    }
    const [{ users }] = await onServer('select count(*)::int as users from users', url);
    expect(users).toBe(98 + sampleAccounts(rolesOf(productResources())).length);
    if (!Object.hasOwn(resources, 'books')) return;
    expect(await onServer('select count(*)::int as books from books', url)).toEqual([{ books: 100 }]);
  }, 180_000);

  it.each(['SIGTERM', 'SIGINT'] as const)('stop cleanly on %s', async (signal) => {
    const server = servers[signal === 'SIGTERM' ? 0 : 1]!;
    server.signal(signal);
    expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  });
});

async function onServer(statement: string, url = postgres) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}
