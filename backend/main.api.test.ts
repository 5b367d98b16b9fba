import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { sampleAccounts } from '@bindery/backend/access/auth/demo-accounts.ts';
import { describeUnpatched } from '@bindery/backend/kernel/node-releases.mjs';
import { HttpClient } from '@bindery/backend/testing/browser.ts';
import { freshDatabase, type TestDatabase } from '@bindery/backend/testing/database.ts';
import { ServerFolder, type ServerProcess } from '@bindery/backend/testing/server-process.ts';
import { buildWhenOutOfDate } from '@bindery/backend/web/page-shell/build.ts';
import { product, productResources } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ADMIN = 'admin@example.com';

const folder = new ServerFolder();
let database: TestDatabase | undefined;
let server: ServerProcess;

beforeAll(async () => {
  // Without TEST_DATABASE_URL, the server has its own embedded database in the folder.
  const needsDatabase = Boolean(process.env.TEST_DATABASE_URL);
  [database] = await Promise.all([
    needsDatabase ? freshDatabase(productResources()) : undefined,
    buildWhenOutOfDate(),
  ]);
  server = await started();
}, 180_000);

afterAll(async () => {
  server?.signal('SIGTERM');
  await server?.ended;
  await database?.drop();
  folder.remove();
});

test('a start prints the URL of the server, who may sign in and where their codes appear', () => {
  expect(server.output()).toMatch(
    new RegExp(`^ {2}${product().name} is ready in \\d+\\.\\d s: ${server.url}$`, 'm'),
  );
  const accounts = sampleAccounts(rolesOf(productResources())).map(({ email, role }) => `${email} (${role})`);
  for (const account of accounts) expect(server.output()).toContain(account);
  expect(server.output()).toMatch(/^ {2}Accounts {7}admin@example\.com .* and user@example\.com \(\w+\)$/m);
  expect(server.output()).toContain(`  Sign-in codes  here and at ${server.url}/outbox\n`);
});

test('a start says in one line that Node.js lacks security fixes, and only then', () => {
  const said = server
    .output()
    .split('\n')
    .filter((line) => line.includes('lacks security fixes'));
  const unpatched = describeUnpatched(process.versions.node);
  expect(said.map((line) => line.trim())).toEqual(unpatched ? [`${unpatched} (docs/deploying.md)`] : []);
});

test('the code of a sign-in appears in the terminal', async () => {
  const admin = visitor();

  await admin.signIn(ADMIN);

  expect(await admin.fetch('/api/users')).toMatchObject({ status: 200 });
});

/** Returns whether a port accepts a connection, which is closed at once. */
async function accepts(port: number, hostname: string): Promise<boolean> {
  const socket = connect(port, hostname);
  const isAccepted = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.on('error', () => {}).destroy();
  return isAccepted;
}

test('on SIGTERM it finishes the pending request, and the next start has its data and its sessions', async () => {
  const admin = visitor();
  await admin.signIn(ADMIN);
  const total = async () => (await admin.fetch('/api/users')).headers.get('x-total-count');
  const before = await total();
  const underWay = request(`${server.url}/api/auth/email-otp/send-verification-otp`, {
    method: 'POST',
    headers: { expect: '100-continue', 'content-type': 'application/json', origin: server.url },
  });
  underWay.flushHeaders();
  await once(underWay, 'continue');

  server.signal('SIGTERM');
  await server.says(/INFO: stopping/);
  const { hostname, port } = new URL(server.url);
  // The log line may be read an instant before the port closes.
  await expect.poll(() => accepts(Number(port), hostname)).toBe(false);
  underWay.end(JSON.stringify({ email: ADMIN, type: 'sign-in' }));

  const [response] = await once(underWay, 'response');
  // A connection whose response is not read delays the end of the server.
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });

  server = await started({ PORT: port });
  const users = await admin.fetch('/api/users');
  expect(users.status).toBe(200);
  expect(Number(before)).toBeGreaterThanOrEqual(100);
  expect(users.headers.get('x-total-count')).toBe(before);
});

test('Ctrl-C stops it cleanly', async () => {
  server.signal('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });
});

async function started(settings: Record<string, string> = {}) {
  const starting = await folder.start({ DATABASE_URL: database?.url ?? '', ...settings });
  await starting.says(/ready/);
  return starting;
}

/** A client that reads its codes from the terminal. */
function visitor() {
  return new HttpClient(server.url, (to) =>
    [...server.output().matchAll(/✉ +(\S+): (\d{6})/g)]
      .filter(([, address]) => address === to)
      .map(([, , code = '']) => ({ to, code, subject: '', text: '', html: '', sentAt: '' }))
      .reverse(),
  );
}
