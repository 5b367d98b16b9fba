import type { MikroORM } from '@mikro-orm/postgresql';
import { openPostgres } from './postgres.ts';
import type { Query } from './query.ts';
import { unlimitedOptions } from './time-limits.ts';

/** One number for all servers on a database: who holds it migrates and seeds, the others wait. */
const LOCK = 7_421_305;
/** The lock's own connection, a transaction's, and one for reads beside it. */
const CONNECTIONS = 3;

interface Work<Result> {
  /** What MikroORM is told. */
  readonly orm: object;
  readonly work: (database: { orm: MikroORM; query: Query }) => Promise<Result>;
}

/**
 * Does work that may take its time, on connections of its own without time limits. Processes that begin such work on
 * one database at the same moment take turns.
 */
export async function aloneOnPostgres<Result>(url: string, { orm, work }: Work<Result>): Promise<Result> {
  const opened = await openPostgres(url, { poolSize: CONNECTIONS, orm, connection: unlimitedOptions() });
  const { pool } = opened;
  const holder = await pool.connect();
  const query: Query = async <Row extends object>({ sql, parameters }: Parameters<Query>[0]) =>
    (await pool.query<Row>(sql, [...parameters])).rows;
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    return await work({ orm: opened.orm, query });
  } finally {
    // The lock ends with its connection.
    holder.release(true);
    await opened.orm.close();
  }
}
