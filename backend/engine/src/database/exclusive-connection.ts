import type { MikroORM } from '@mikro-orm/postgresql';
import { openPostgres } from './postgres.ts';
import type { Execute } from './query.ts';
import { unlimitedOptions } from './time-limits.ts';

/** The advisory lock of all servers on a database: its holder migrates and seeds, while the others wait. */
const LOCK = 7_421_305;
/** Connections for the lock, for a transaction, and for concurrent reads. */
const CONNECTIONS = 3;

interface Work<Result> {
  /** The MikroORM options. */
  readonly orm: object;
  readonly work: (database: { orm: MikroORM; execute: Execute }) => Promise<Result>;
}

/**
 * Runs long work on separate connections without time limits. An advisory lock lets only one process per
 * database do so at a time; the others wait.
 */
export async function withExclusiveConnection<Result>(
  url: string,
  { orm, work }: Work<Result>,
): Promise<Result> {
  const opened = await openPostgres(url, { poolSize: CONNECTIONS, orm, connection: unlimitedOptions() });
  const { pool } = opened;
  const holder = await pool.connect();
  const execute: Execute = async <Row extends object>({ sql, parameters }: Parameters<Execute>[0]) =>
    (await pool.query<Row>(sql, [...parameters])).rows;
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    return await work({ orm: opened.orm, execute });
  } finally {
    // Closing the connection releases the lock.
    holder.release(true);
    await opened.orm.close();
  }
}
