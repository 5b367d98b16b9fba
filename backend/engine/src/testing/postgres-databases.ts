import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Connections to the servers themselves, shared by a worker's tests: each costs a PostgreSQL process. */
const pools = new Map<string, pg.Pool>();

/** Executes one statement on a PostgreSQL server and returns its rows. */
export async function onServer<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const pool = pools.get(url) ?? new pg.Pool({ connectionString: url, allowExitOnIdle: true });
  // A connection that breaks while it is idle is replaced.
  if (!pools.has(url)) pool.on('error', () => {});
  pools.set(url, pool);
  return (await pool.query<Row>(statement)).rows;
}

/** Returns the prefix of the names of this run's databases. */
export const databasePrefix = (): string => process.env.TEST_DATABASE_PREFIX ?? 'bindery_test';

/** Global setup of Vitest: removes the databases that the run leaves on the server of TEST_DATABASE_URL. */
export default function setUp(): () => Promise<void> {
  const prefix = `bindery_test_${randomBytes(4).toString('hex')}`;
  process.env.TEST_DATABASE_PREFIX = prefix;
  return async () => {
    const server = process.env.TEST_DATABASE_URL;
    if (!server) return;
    const left = await onServer<{ datname: string }>(
      server,
      `select datname from pg_database where starts_with(datname, '${prefix}')`,
    );
    for (const { datname } of left) await onServer(server, `drop database if exists ${datname} with (force)`);
  };
}
