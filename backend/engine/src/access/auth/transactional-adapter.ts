import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import type { Kysely } from 'kysely';
import type { Tables, Transaction } from '#backend/database/connection.ts';
import { validatingAdapter } from './validate-queries.ts';

/** better-auth's database adapter. */
export type Adapter = DBAdapter<BetterAuthOptions>;
/** The parameters of an insert through better-auth's adapter. */
export type InsertParams = Parameters<Adapter['create']>[0];
/** The parameters of an update through the adapter. */
export type UpdateParams = Parameters<Adapter['update']>[0];
/** The filter of the rows that it reads, updates or deletes. */
export type RowFilter = UpdateParams['where'];

/** A transaction and the better-auth adapter that runs inside it. */
export interface TransactionContext {
  readonly db: Transaction;
  readonly adapter: Adapter;
}

/** Hooks around better-auth's writes to a table. Each replaces the plain write, within a transaction. */
export interface WriteHooks {
  create?(inside: TransactionContext, query: InsertParams): Promise<unknown>;
  update?(inside: TransactionContext, query: UpdateParams): Promise<unknown>;
  delete?(inside: TransactionContext, where: RowFilter): Promise<unknown>;
  deleteMany?(inside: TransactionContext, where: RowFilter): Promise<number>;
  /** Runs before rows are added or deleted. The returned function is called after commit or failure. */
  onBegin?(): () => void;
}

interface Parts {
  readonly db: Kysely<Tables>;
  /** The hooks by better-auth's model name: `user`, `session`, … */
  readonly hooks: Readonly<Record<string, WriteHooks>>;
}

/**
 * Returns the plugin that runs hooks around better-auth's writes, whichever endpoint they come from. A hook
 * runs in the same transaction as the write and throws to reject it.
 */
export function transactionalAdapter(parts: Parts): BetterAuthPlugin {
  return {
    id: 'transactional-adapter',
    init: ({ adapter, options }) => ({ context: { adapter: withHooks(adapter, { ...parts, options }) } }),
  };
}

interface WrapOptions extends Parts {
  readonly options: BetterAuthOptions;
  /** Callbacks for the end of the open transaction; undefined if none is open. */
  readonly atEnd?: (() => void)[];
}

function withHooks(adapter: Adapter, wrapping: WrapOptions): Adapter {
  const { db, hooks, options, atEnd } = wrapping;

  const inTransaction = async <Result>(
    begin: WriteHooks['onBegin'],
    work: (inside: TransactionContext) => Promise<unknown>,
  ) => {
    const end = begin?.();
    if (atEnd) {
      if (end) atEnd.push(end);
      return (await work({ db, adapter })) as Result;
    }
    const run = async (inside: Transaction) => {
      const own = await getAdapter({ ...options, database: { db: inside, type: 'postgres' } });
      return (await work({ db: inside, adapter: validatingAdapter(own, options) })) as Result;
    };
    return db.transaction().execute(run).finally(end);
  };

  return {
    ...adapter,
    transaction: (work) => {
      const ends: (() => void)[] = [];
      const whole = (inside: TransactionContext) =>
        work(withHooks(inside.adapter, { ...wrapping, db: inside.db, atEnd: ends }));
      return inTransaction(
        () => () => {
          for (const end of ends) end();
        },
        whole,
      );
    },
    create: (query) => {
      const { create: hook, onBegin } = hooks[query.model] ?? {};
      return hook ? inTransaction(onBegin, (inside) => hook(inside, query)) : adapter.create(query);
    },
    update: (query) => {
      const { update: hook } = hooks[query.model] ?? {};
      return hook ? inTransaction(undefined, (inside) => hook(inside, query)) : adapter.update(query);
    },
    delete: (query) => {
      const { delete: hook, onBegin } = hooks[query.model] ?? {};
      return hook ? inTransaction(onBegin, (inside) => hook(inside, query.where)) : adapter.delete(query);
    },
    deleteMany: (query) => {
      const { deleteMany: hook, onBegin } = hooks[query.model] ?? {};
      return hook ? inTransaction(onBegin, (inside) => hook(inside, query.where)) : adapter.deleteMany(query);
    },
  };
}

/** PostgreSQL's error code for a unique violation. */
const UNIQUE_VIOLATION = '23505';

/**
 * Maps a unique violation to the given error: better-auth's own check misses concurrent duplicates.
 * @throws what `rejection` returns for the database's own error.
 */
export async function mapUniqueViolation<Result>(
  write: Promise<Result>,
  rejection: (violation: { readonly constraint?: string }) => unknown,
): Promise<Result> {
  return write.catch((error: unknown) => {
    const violation = error as { code?: unknown; constraint?: string };
    throw violation.code === UNIQUE_VIOLATION ? rejection(violation) : error;
  });
}
