import { product } from '@bindery/contract/api/product.ts';
import { MikroORM, type PostgreSqlConnection } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import pg, { type Pool } from 'pg';
import type { Database } from './connection.ts';
import { DatabaseUnavailable } from './connection-errors.ts';
import { postgresListener } from './notifications.ts';
import { discardIdle } from './pg-clients.ts';
import { openPipelinedClients } from './pipelined-connections.ts';
import { adaptConnections, createPostgresQuery, type Execute, listPoolSize, READ_ONLY } from './query.ts';
import {
  type DatabaseLimits,
  DEFAULT_LIMITS,
  listOptions,
  shortReadOptions,
  UNLIMITED_OPTIONS,
} from './time-limits.ts';

/**
 * The initial statements of a new connection for lists. Each list uses a single processor: parallel workers
 * and JIT compilation would slow down the reads of all other users.
 */
export const LIST_CONNECTION = `${READ_ONLY}; set max_parallel_workers_per_gather = 0; set jit = off`;

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'there is no route to the host',
  '28P01': 'it rejects the user or the password',
  '28000': 'it rejects the user',
  '3D000': 'it has no database with that name',
  '57P03': 'it is still starting',
  '53300': 'it has no connection left',
};

/** Returns the host, port and database of a URL for messages, without its password. */
function addressOf(url: URL): string {
  return `${url.searchParams.get('host') ?? (url.hostname || 'localhost')}:${url.port || 5432}${url.pathname}`;
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1) return parsed;
  throw new DatabaseUnavailable(
    'DATABASE_URL is not a database address: expected postgres://user:password@host:5432/database.',
  );
}

/** What opens with a pool, and closes with it. */
interface Adapted {
  close(): Promise<void>;
}

/**
 * Opens MikroORM on a PostgreSQL server and checks that it responds. `connection`: the pool's options.
 * `adapt` changes the pool before its first connection.
 * @throws DatabaseUnavailable with host, port and reason without a response in time, by default five seconds.
 */
export async function openPostgres<Result extends Adapted | undefined>(
  url: string,
  options: {
    poolSize: number;
    orm: object;
    connection: pg.PoolConfig;
    adapt: (pool: Pool) => Result;
  },
) {
  const address = parse(url);
  const orm = await MikroORM.init({
    ...options.orm,
    // Otherwise a connection looks for the database before `adapt`.
    ensureDatabase: false,
    dbName: decodeURIComponent(address.pathname.slice(1)),
    driverOptions: {
      connectionString: url,
      max: options.poolSize,
      connectionTimeoutMillis: DEFAULT_LIMITS.connectMs,
      application_name: product().slug,
      ...options.connection,
    },
  });
  let adapted: Result | undefined;
  try {
    const pool: Pool = await (orm.driver.getConnection() as PostgreSqlConnection).getNativeClient();
    adapted = options.adapt(pool);
    // Checks that the server responds, with Kysely, which closes the pool only if it has used it.
    await sql`select 1`.execute(orm.em.getKysely());
    return { orm, pool, adapted };
  } catch (error) {
    await adapted?.close();
    await orm.close(true);
    const { code, message } = error as { code?: string; message: string };
    const reason = (code && REASONS[code]) || message || code;
    throw new DatabaseUnavailable(
      `Cannot use PostgreSQL at ${addressOf(address)}: ${reason}. Start it, or correct DATABASE_URL.`,
    );
  }
}

/**
 * Opens separate connections for session checks, short reads and lists, so that slow or stuck statements do
 * not delay quick ones. If one of them has frozen, all idle ones are replaced, because the same network
 * failure has often cut them off too. `close` waits for pending statements; the pool for writes stays open.
 */
export function openConnections(
  writes: Pool,
  limits: DatabaseLimits,
): Pick<Database, 'query' | 'onNotification' | 'close'> {
  const { searchesAtOnce, connectionLifetimeMs: lifetimeMs } = limits;
  const lists = new pg.Pool({
    ...writes.options,
    ...listOptions(limits),
    max: listPoolSize(searchesAtOnce),
    onConnect: async (client) => void (await client.query(LIST_CONNECTION)),
  });
  // A pending statement fails by itself; without a listener, the loss of an idle connection would end the
  // process.
  lists.on('error', () => {});
  const client = { ...writes.options, ...shortReadOptions(limits) };
  const onFrozen = () => {
    for (const clients of [sessions, short]) clients.discardIdle();
    for (const pool of [writes, lists]) void discardIdle(pool);
  };
  const sessions = openPipelinedClients({ client, lifetimeMs, onFrozen });
  const short = openPipelinedClients({ client, lifetimeMs, onFrozen });
  for (const pool of [writes, lists]) adaptConnections(pool, onFrozen);
  const listener = postgresListener(writes, lifetimeMs);
  return {
    query: createPostgresQuery({ sessions, short, lists }, searchesAtOnce),
    onNotification: listener.listen,
    close: async () => {
      await Promise.all([listener.close(), sessions.close(), short.close()]);
      await lists.end();
    },
  };
}

/** The advisory lock of all servers on a database: its holder migrates and seeds, while the others wait. */
const LOCK = 7_421_305;
/** Connections for the lock, for a transaction, and for concurrent reads. */
const CONNECTIONS = 3;

/**
 * Runs long work on separate connections without time limits. An advisory lock lets only one process per
 * database do so at a time; the others wait. `options` are those of MikroORM.
 */
export async function withExclusiveConnection<Result>(
  url: string,
  options: object,
  work: (orm: MikroORM, execute: Execute) => Promise<Result>,
): Promise<Result> {
  const { orm, pool } = await openPostgres(url, {
    poolSize: CONNECTIONS,
    orm: options,
    connection: UNLIMITED_OPTIONS,
    adapt: () => undefined,
  });
  const holder = await pool.connect();
  const execute: Execute = async <Row extends object>({ sql, parameters }: Parameters<Execute>[0]) =>
    (await pool.query<Row>(sql, [...parameters])).rows;
  try {
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    return await work(orm, execute);
  } finally {
    // Closing the connection releases the lock.
    holder.release(true);
    await orm.close();
  }
}
