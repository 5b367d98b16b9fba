import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#backend/testing/free-port.ts';
import { openDatabase } from './connection.ts';
import { History } from './history.ts';
import { lockDataDirectory } from './pglite.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-lock-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a data directory', () => {
  const inUse = `The data folder ${'FOLDER'} is in use by another process: stop that one, or set DATA_DIR to another folder.`;

  it('opens only once at a time, and again after it was closed', () => {
    const unlock = lockDataDirectory(folder);
    expect(() => lockDataDirectory(folder)).toThrow(inUse.replace('FOLDER', folder));
    unlock();
    lockDataDirectory(folder)();
  });

  it('opens again after its process was killed', async () => {
    const script = join(folder, 'holder.mjs');
    const lock = new URL('./pglite.ts', import.meta.url).href;
    writeFileSync(
      script,
      `import { lockDataDirectory } from ${JSON.stringify(lock)};
       globalThis.unlock = lockDataDirectory(${JSON.stringify(folder)});
       process.send('held'); setInterval(() => {}, 1000);`,
    );
    const holder = fork(script, { execArgv: [] });
    await once(holder, 'message');
    expect(() => lockDataDirectory(folder)).toThrow(/in use by another process/);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    lockDataDirectory(folder)();
  });
});

describe('an unreachable DATABASE_URL', () => {
  const opened = (url: string) => openDatabase({ url, entities: [History] });

  it('is reported on one line with host, port and reason, and without the password', async () => {
    const port = await freePort();
    const error = await opened(`postgres://somebody:secret@127.0.0.1:${port}/books`).catch(
      (reason) => reason,
    );
    expect(error.name).toBe('DatabaseUnavailable');
    expect(error.message).toBe(
      `Cannot use PostgreSQL at 127.0.0.1:${port}/books: nothing listens there. Start it, or correct DATABASE_URL.`,
    );
  });

  it('is reported when its host is unknown', async () => {
    await expect(opened('postgres://somebody@nowhere.invalid/books')).rejects.toThrow(
      'Cannot use PostgreSQL at nowhere.invalid:5432/books: the host name',
    );
  });

  it.each(['mysql://localhost/books', 'localhost', 'postgres://localhost'])('is invalid: %s', async (url) => {
    await expect(opened(url)).rejects.toThrow('DATABASE_URL is not a database address');
  });
});
