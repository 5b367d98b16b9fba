import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
];

/** The places that are searched for PostgreSQL's server programs, for error messages. */
export const POSTGRES_PLACES = ['PATH', ...PLACES].join(', ');

/** Returns the folder of PostgreSQL's server programs and their version; undefined if none is installed. */
export function findPostgres(): { folder: string; version: string } | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const newestFirst = globSync(PLACES).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folder = [...onPath, ...newestFirst].find(
    (place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')),
  );
  return folder ? { folder, version: versionOf(folder) } : undefined;
}

function versionOf(folder: string) {
  const output = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d[\d.]*/.exec(output)?.[0] ?? output.trim();
}

/** Returns the server's system user if this process is root (PostgreSQL rejects that), else undefined. */
export function findPostgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const user = ['postgres:', 'nobody:']
    .map((name) => users.find((line) => line.startsWith(name)))
    .find(Boolean);
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
  const [, , uid, gid] = user.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
