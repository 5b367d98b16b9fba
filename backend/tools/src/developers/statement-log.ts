import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '@bindery/backend/database/connection.ts';
import type { Query, ReadStatement } from '@bindery/backend/database/query.ts';

/** How often a statement ran, and how long it took. */
interface LoggedStatement {
  readonly sql: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

/** A driver's client, and for PGlite the client of a transaction. */
export interface ObservedClient {
  query(statement: string | { readonly text: string }, ...rest: unknown[]): unknown;
  transaction?(work: (client: ObservedClient) => Promise<unknown>): Promise<unknown>;
}

/** The connection of MikroORM: PGlite, or the pool of PostgreSQL for writes. */
interface NativeClient extends ObservedClient {
  on(event: 'acquire', listener: (client: ObservedClient) => void): void;
}
interface NativeConnection {
  getNativeClient(): Promise<NativeClient>;
}

/** The maximum number of stored statements; a new one replaces the least recent one. */
const MAX_STATEMENTS = 300;
/** Statements that say nothing about the product: transaction bounds, table changes, and queue polling. */
const PASSED_OVER = new RegExp(
  [
    String.raw`^\s*(begin|commit|rollback|savepoint|release|set|start transaction|listen|unlisten)\b`,
    String.raw`^\s*(create|alter|drop|comment|truncate|vacuum|analyze|reindex)\b`,
    String.raw`\bpgboss\b|^\s*update write_events set due_at\b`,
    String.raw`\binformation_schema\.|\bfrom "migrations"`,
  ].join('|'),
  'i',
);

/** The maximum stored length of a statement. */
const MAX_LENGTH = 4_000;

/** Returns a statement without its values, which MikroORM writes into it. Lists of values become short. */
export const withoutValues = (sql: string): string =>
  sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])-?\d+(\.\d+)?\b/g, '?')
    .replaceAll(/\b(null|true|false)(?=\s*[,)])/gi, '?')
    .replaceAll(/\((?:(?:\?|\$\d+|default)(?:,\s*)?){4,}\)/gi, '(…)')
    .replaceAll(/\(…\)(?:,\s*\(…\))+/g, '(…), …')
    .trim()
    .slice(0, MAX_LENGTH);

/** Stores the statements of this server, without the values of their parameters. Only for development. */
export class StatementLog {
  readonly #statements = new Map<string, LoggedStatement>();
  readonly #unnoted = new AsyncLocalStorage<true>();

  /** Runs code whose statements are not recorded, such as the queries of a report. */
  unnoted<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#unnoted.run(true, run);
  }

  /** Records that a statement has run. */
  add(text: string, ms: number): void {
    if (PASSED_OVER.test(text)) return;
    const sql = withoutValues(text);
    const { count = 0, totalMs = 0, longestMs = 0 } = this.#statements.get(sql) ?? {};
    this.#statements.delete(sql);
    this.#statements.set(sql, {
      sql,
      count: count + 1,
      totalMs: totalMs + ms,
      longestMs: Math.max(longestMs, ms),
    });
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > MAX_STATEMENTS && oldest !== undefined) this.#statements.delete(oldest);
  }

  /** Returns the statements, the slowest in total first. */
  slowest(): LoggedStatement[] {
    return [...this.#statements.values()].sort((one, other) => other.totalMs - one.totalMs);
  }

  /** Returns a database that records its statements, also those of MikroORM, Kysely and transactions. */
  async observe(database: Database): Promise<Database> {
    // Both drivers have this method; their common type lacks it.
    const connection = database.orm.driver.getConnection() as object as NativeConnection;
    const native = await connection.getNativeClient();
    // The embedded database is a single client; on PostgreSQL reads have separate connections.
    if (database.engine === 'pglite') {
      this.observeClient(native);
      return database;
    }
    // Not with the `connect` event: some connections are older than this code.
    const observed = new WeakSet<ObservedClient>();
    native.on('acquire', (client) => {
      if (observed.has(client)) return;
      observed.add(client);
      this.observeClient(client);
    });
    const { query } = database;
    const timed = async (statement: ReadStatement) =>
      this.#time(statement.sql, () => query<Record<string, unknown>>(statement));
    return { ...database, query: timed as Query };
  }

  /** Records the statements of a client from now on, including those in its transactions. */
  observeClient(client: ObservedClient): void {
    const query = client.query.bind(client);
    const transaction = client.transaction?.bind(client);
    client.query = (statement, ...rest) => {
      const sql = typeof statement === 'string' ? statement : statement.text;
      const done = rest.at(-1);
      if (typeof done !== 'function') return this.#time(sql, async () => query(statement, ...rest));
      const note = this.#begin(sql);
      return query(statement, ...rest.slice(0, -1), (...result: unknown[]) => {
        note();
        done(...result);
      });
    };
    if (transaction)
      client.transaction = (work) =>
        transaction((inside) => {
          this.observeClient(inside);
          return work(inside);
        });
  }

  async #time<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
    const note = this.#begin(sql);
    try {
      return await run();
    } finally {
      note();
    }
  }

  /** Starts timing a statement; the returned function stops. Drivers may call back within another request. */
  #begin(sql: string): () => void {
    if (this.#unnoted.getStore()) return () => {};
    const start = performance.now();
    return () => this.add(sql, performance.now() - start);
  }
}
