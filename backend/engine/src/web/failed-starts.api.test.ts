import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDataDirectory } from '#backend/database/pglite.ts';
import { ServerFolder } from '#backend/testing/server-process.ts';
import { buildWhenOutOfDate } from './page-shell/build.ts';

const folder = new ServerFolder();

beforeAll(() => buildWhenOutOfDate(), 180_000);
afterAll(() => folder.remove());

/** Starts a server that fails to start; returns its output. */
async function failed(settings: Record<string, string>) {
  const { code, errors } = await (await folder.start(settings)).ended;
  expect(code).toBe(1);
  return errors;
}

test('a port in use stops the start with one line that names it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;

  expect(await failed({ PORT: String(port) })).toBe(
    `Port ${port} is in use: stop what listens there, or set PORT to another one.\n`,
  );
  taken.close();
});

test('in production the reason is a line of the log, also if the log is silent', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const settings = {
    ADMIN_EMAIL: 'admin@example.com',
    AUTH_SECRET: 'a secret of the tests with 32 characters or more',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
    PORT: String(port),
    SMTP_URL: 'smtp://localhost',
    VITE_BASE_URL: 'https://example.com',
  };

  const { code, output } = await (await folder.start(settings)).ended;
  expect(code).toBe(1);
  expect(
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ level: 'fatal', msg: expect.stringContaining(`Port ${port} is in use`) }),
  ]);
  taken.close();
});

test('a data folder in use by another process stops the start with one line that names it', async () => {
  const taken = join(folder.path, 'taken');
  const letGo = lockDataDirectory(taken);

  expect(await failed({ DATABASE_URL: '', DATA_DIR: taken })).toBe(
    `The data folder ${taken} is in use by another process: stop that one, or set DATA_DIR to another folder.\n`,
  );
  letGo();
});

test('a data folder that cannot be written to stops the start with one line that names it', async () => {
  // A file in its place: the user who runs the tests may be allowed to write to every folder.
  const file = join(folder.path, 'file');
  writeFileSync(file, '');

  expect(await failed({ DATABASE_URL: '', DATA_DIR: file })).toBe(
    `This process cannot write to the data folder ${file}: change its permissions, or set DATA_DIR to another folder.\n`,
  );
});

test('invalid settings stop the start, all reported at once', async () => {
  const lines = await failed({ PORT: 'abc', VITE_IS_DEMO: 'yes', ADMIN_EMAIL: 'nobody' });

  expect(lines.split('\n')).toEqual([
    'Invalid settings (see .env.example):',
    '  PORT="abc" must be a whole number from 0 to 65535',
    '  VITE_IS_DEMO="yes" must be true or false',
    '  ADMIN_EMAIL="nobody" must be an email address',
    '',
  ]);
});
