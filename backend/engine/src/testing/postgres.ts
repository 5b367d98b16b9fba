import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findMemoryFolder } from './memory-folder.ts';
import { findPostgres, findPostgresUser, POSTGRES_PLACES } from './postgres-binaries.ts';

const CLUSTER = [
  '--auth=trust',
  '--username=bindery',
  '--encoding=UTF8',
  // Sorts text the same way on every machine, and recognizes the letters of every language.
  ...(process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']),
];
const REACHABLE = { listen_addresses: '127.0.0.1', max_connections: 200 };
const CARELESS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Cleaning up, and compiling statements, takes longer than it saves in databases that live for a second.
  autovacuum: 'off',
  jit: 'off',
  // No replica or recovery reads the log, which may take room in memory.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
};

/** A temporary PostgreSQL server. stop() ends it immediately and removes its data. */
export interface Postgres {
  readonly url: string;
  readonly version: string;
  stop(): void;
}

/**
 * Starts an empty PostgreSQL in a temporary folder, reachable only from this machine. If this process exits
 * without stop(), for example through Ctrl-C, the server stops and its folder is removed. Its files are in
 * memory if there is room; with `fsync` on the disk and reached through the network, as in production.
 * @throws Error if PostgreSQL is not installed, and with the server's output if it does not start.
 */
export async function startPostgres({ fsync = false } = {}): Promise<Postgres> {
  const installed = findPostgres();
  if (!installed) throw new Error(`PostgreSQL is not installed: it is neither in ${POSTGRES_PLACES}.`);
  const program = (name: string) => join(installed.folder, name);
  const user = findPostgresUser();
  const folder = createCluster(program('initdb'), { user, place: fsync ? tmpdir() : findMemoryFolder() });
  const port = await freePort();
  // Each statement over a socket in its folder takes a third less CPU time than over the network of the
  // machine.
  const socketFolder = fsync || process.platform === 'win32' ? '' : folder;
  const reachable = { ...REACHABLE, unix_socket_directories: socketFolder };
  const settings = Object.entries({ ...reachable, ...(fsync ? {} : CARELESS), port });
  const log = openSync(join(folder, 'log'), 'w');
  const server = spawn(
    program('postgres'),
    ['-D', 'data', ...settings.map((pair) => `--${pair.join('=')}`)],
    {
      ...user,
      cwd: folder,
      stdio: ['ignore', log, log],
      // Ctrl-C in a terminal must not reach the server, which may still be needed for cleanup.
      detached: true,
    },
  );
  const stop = stopAtExit(() => {
    // pg_ctl waits until the server has stopped: before that it still writes to the folder to be removed.
    if (server.exitCode === null) {
      execFileSync(program('pg_ctl'), ['stop', '-D', 'data', '-m', 'immediate'], { ...user, cwd: folder });
    }
    rmSync(folder, { recursive: true });
  });
  const search = socketFolder && `?${new URLSearchParams({ host: socketFolder })}`;
  const url = `postgres://bindery@127.0.0.1:${port}/postgres${search}`;
  await untilReady(url, server).catch((error) => {
    const words = readFileSync(join(folder, 'log'), 'utf8');
    stop();
    throw new Error(`PostgreSQL does not start:\n${words}`, { cause: error });
  });
  return { url, version: installed.version, stop };
}

function createCluster(
  initdb: string,
  { user, place }: { user: ReturnType<typeof findPostgresUser>; place: string },
) {
  const folder = mkdtempSync(join(place, 'bindery-postgres-'));
  try {
    if (user) chownSync(folder, user.uid, user.gid);
    execFileSync(initdb, ['-D', 'data', ...CLUSTER], { ...user, cwd: folder, stdio: 'pipe' });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

/** Calls `end` when this process exits or receives a signal; returns a function that calls it at once. */
function stopAtExit(end: () => void) {
  const leave = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  process.once('exit', end);
  for (const signal of signals) process.once(signal, leave);

  return () => {
    process.off('exit', end);
    for (const signal of signals) process.off(signal, leave);
    end();
  };
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (server.exitCode !== null) throw error;
    await setTimeout(50);
    await untilReady(url, server);
  }
}
