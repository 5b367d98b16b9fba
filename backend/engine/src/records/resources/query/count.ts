import { randomUUID } from 'node:crypto';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { ExecutionMode } from '#backend/database/query.ts';
import { rowsWithin } from './scope.ts';
import type { CompiledStatement, SqlFragment, StatementCache } from './sql-fragment.ts';

/** A filtered total is exact up to this number; counting further would cost more than the page. */
const EXACT_UP_TO = 10_000;

/** The number of records in a list; if `exact` is false, there are more. */
export interface Total {
  readonly value: number;
  readonly exact: boolean;
}

/** What counting needs of a resource's service. */
interface Counter {
  readonly resource: Resource;
  readonly database: Pick<Database, 'kysely'>;
  readonly counts: Pick<CountCache, 'get'>;
  query<Row extends object>(query: Compilable<Row> | CompiledStatement, mode: ExecutionMode): Promise<Row[]>;
}

const total = sql<number>`count(*)::int`.as('total');

/** The rows to count. */
interface CountedRows {
  readonly scope: SqlFragment | undefined;
  /** Whether the entry limits the reader to some rows. */
  readonly isLimited: boolean;
}

/** Returns the number of all records within a scope, from the cache if possible. */
export async function countAll(
  { counts, database, query, resource }: Counter,
  { scope, isLimited }: CountedRows,
): Promise<Total> {
  const count = async () => {
    const [row] = await query(rowsWithin(database.kysely, { resource, scope }).select(total), 'list');
    return row?.total ?? 0;
  };
  // Such a number may change with an update, another record or the time, and may be different for each user.
  const value = isLimited ? await count() : await counts.get(countKey(resource.name, scope?.key), count);
  return { value, exact: true };
}

interface Counting {
  readonly scope: SqlFragment | undefined;
  readonly predicates: readonly SqlFragment[];
  readonly mode: ExecutionMode;
  /** The actor's statement cache, so that a search with other terms compiles no new one. */
  readonly statements: StatementCache;
  /** The total is exact up to this number. */
  readonly limit?: number;
}

/** Returns the number of records within a scope that match some SQL predicates. */
export async function countMatching(
  { database, query, resource }: Omit<Counter, 'counts'>,
  { scope, predicates, mode, statements, limit = EXACT_UP_TO }: Counting,
): Promise<Total> {
  const parts = scope ? [scope, ...predicates] : predicates;
  const key = ['count', limit, scope?.key, ...predicates.map((predicate) => predicate.key)].join('\n');
  const parameters = parts.flatMap((part) => part.parameters);
  const statement = statements.compile({ key, parameters }, () => {
    let matching = rowsWithin(database.kysely, { resource, scope }).select(sql.lit(1).as('one'));
    for (const predicate of predicates) matching = matching.where(predicate);
    const limited = matching.limit(sql.lit(limit + 1)).as('matching');
    return database.kysely.selectFrom(limited).select(total);
  });
  const [row] = await query<{ total: number }>(statement, mode);
  const value = row?.total ?? 0;
  return { value: Math.min(value, limit), exact: value <= limit };
}

const CHANNEL = 'totals_changed';
/** The longest time that a change made directly in the database, outside the application, stays unnoticed. */
const MAX_AGE_MS = 30_000;
/** Writes within this time are published to the other processes in one notification. */
const PUBLISH_DELAY_MS = 25;

interface Count {
  readonly value: number;
  readonly until: number;
}

/** Returns the key of a count: the resource, and the key of the scope that limits its rows. */
const countKey = (resource: string, scope?: string): string =>
  scope === undefined ? resource : `${resource}\n${scope}`;

const resourceIn = (key: string): string => key.split('\n', 1)[0]!;

type Notifier = Pick<Database, 'engine' | 'onNotification' | 'execute'>;

/**
 * Lets the caches of other processes count the records of some resources again: for writes outside of a
 * server. Call it after the commit.
 */
export async function notifyOfChangedCounts(
  { engine, execute }: Pick<Database, 'engine' | 'execute'>,
  resources: readonly string[],
  processId: string = randomUUID(),
): Promise<void> {
  if (engine === 'pglite') return;
  const parameters = [CHANNEL, JSON.stringify([processId, ...resources])];
  await execute({ sql: 'select pg_notify($1, $2)', parameters });
}

/**
 * Caches the number of records of each resource: counting would take most of the time of a list request. A
 * write invalidates the number, in this process at once and in the others through a notification.
 */
export class CountCache {
  readonly #processId = randomUUID();
  readonly #database: Notifier;
  readonly #counts = new Map<string, Count>();
  readonly #counting = new Map<string, Promise<number>>();
  /** Incremented by every invalidation: a count that overlapped with a write is returned but not cached. */
  readonly #version = new Map<string, number>();
  readonly #unpublished = new Set<string>();
  #listening: Promise<void> | undefined;

  constructor(database: Notifier) {
    this.#database = database;
  }

  /** Returns the number of records of a `countKey`; calls `count` only if it is not cached. */
  async get(key: string, count: () => Promise<number>): Promise<number> {
    const cached = this.#counts.get(key);
    if (cached && cached.until > Date.now()) return cached.value;
    const pending = this.#counting.get(key);
    if (pending) return pending;
    const counting = this.#count(key, count).finally(() => {
      if (this.#counting.get(key) === counting) this.#counting.delete(key);
    });
    this.#counting.set(key, counting);
    return counting;
  }

  /** Invalidates a resource's counts. Call it after each write that may have added or removed records. */
  drop(resource: string): void {
    this.#forget(resource);
    this.#publish(resource);
  }

  async #count(key: string, count: () => Promise<number>): Promise<number> {
    await this.#listen();
    const resource = resourceIn(key);
    const version = this.#version.get(resource);
    const value = await count();
    if (this.#version.get(resource) === version)
      this.#counts.set(key, { value, until: Date.now() + MAX_AGE_MS });
    return value;
  }

  #forget(resource: string): void {
    this.#version.set(resource, (this.#version.get(resource) ?? 0) + 1);
    for (const counts of [this.#counts, this.#counting])
      for (const key of counts.keys()) if (resourceIn(key) === resource) counts.delete(key);
  }

  /** Notifies the other processes, after the commit and outside it: a NOTIFY inside serializes commits. */
  #publish(resource: string): void {
    if (this.#database.engine === 'pglite') return;
    if (this.#unpublished.size === 0) setTimeout(() => this.#publishAll(), PUBLISH_DELAY_MS).unref();
    this.#unpublished.add(resource);
  }

  #publishAll(): void {
    const resources = [...this.#unpublished];
    this.#unpublished.clear();
    // A process that misses the notification counts again after MAX_AGE_MS.
    notifyOfChangedCounts(this.#database, resources, this.#processId).catch(() => {});
  }

  #listen(): Promise<void> {
    if (this.#database.engine === 'pglite') return Promise.resolve();
    this.#listening ??= this.#database
      .onNotification(CHANNEL, (payload) => this.#onNotification(payload))
      .catch((error) => {
        this.#listening = undefined;
        throw error;
      });
    return this.#listening;
  }

  #onNotification(payload: string | undefined): void {
    // After a lost connection any notification may have been missed, also one for a count in progress.
    const all = new Set([...this.#counts.keys(), ...this.#counting.keys()].map(resourceIn));
    if (payload === undefined) for (const resource of all) this.#forget(resource);
    else {
      const [from, ...resources] = JSON.parse(payload) as string[];
      if (from !== this.#processId) for (const resource of resources) this.#forget(resource);
    }
  }
}
