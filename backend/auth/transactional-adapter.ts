import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import type { Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { soundAdapter } from './validate-queries.ts';

/** better-auth's way to the tables. */
export type Adapter = DBAdapter<BetterAuthOptions>;
/** What better-auth asks of its adapter: a row to add, a change of rows, and which rows are meant. */
export type Creation = Parameters<Adapter['create']>[0];
export type Change = Parameters<Adapter['update']>[0];
export type Where = Change['where'];

/** A transaction together with better-auth's way to the tables inside it. */
export interface TransactionContext {
  readonly db: Kysely<Tables>;
  readonly adapter: Adapter;
}

/** What stands around better-auth's writes to one table: each takes the place of the plain write, in one transaction. */
export interface WriteHooks {
  create?(inside: TransactionContext, query: Creation): Promise<unknown>;
  update?(inside: TransactionContext, query: Change): Promise<unknown>;
  delete?(inside: TransactionContext, where: Where): Promise<unknown>;
  deleteMany?(inside: TransactionContext, where: Where): Promise<number>;
  /** Says that rows come or go; the answer is called when that is committed, or has failed. */
  onBegin?(): () => void;
}

interface Parts {
  readonly db: Kysely<Tables>;
  /** By better-auth's name of the table: `user`, `session`, … */
  readonly guards: Readonly<Record<string, WriteHooks>>;
}

/**
 * Puts our own rules around the writes of better-auth, whichever of its endpoints they come from. What a rule does,
 * and what it refuses by throwing, is one transaction with the write itself.
 */
export function transactionalAdapter(parts: Parts): BetterAuthPlugin {
  return {
    id: 'guarded-writes',
    init: ({ adapter, options }) => ({ context: { adapter: guarded(adapter, { ...parts, options }) } }),
  };
}

interface Wrapping extends Parts {
  readonly options: BetterAuthOptions;
  /** What is to be called at the end of the transaction that is already open. */
  readonly atEnd?: (() => void)[];
}

function guarded(adapter: Adapter, wrapping: Wrapping): Adapter {
  const { db, guards, options, atEnd } = wrapping;

  const inOne = async <Result>(
    begin: WriteHooks['onBegin'],
    work: (inside: TransactionContext) => Promise<unknown>,
  ) => {
    const end = begin?.();
    if (atEnd) {
      if (end) atEnd.push(end);
      return (await work({ db, adapter })) as Result;
    }
    const run = async (inside: Kysely<Tables>) =>
      (await work({ db: inside, adapter: await adapterOn(inside, options) })) as Result;
    return db.transaction().execute(run).finally(end);
  };

  return {
    ...adapter,
    transaction: (work) => {
      const ends: (() => void)[] = [];
      const whole = (inside: TransactionContext) =>
        work(guarded(inside.adapter, { ...wrapping, db: inside.db, atEnd: ends }));
      return inOne(
        () => () => {
          for (const end of ends) end();
        },
        whole,
      );
    },
    create: (query) => {
      const { create: guard, onBegin } = guards[query.model] ?? {};
      return guard ? inOne(onBegin, (inside) => guard(inside, query)) : adapter.create(query);
    },
    update: (query) => {
      const { update: guard } = guards[query.model] ?? {};
      return guard ? inOne(undefined, (inside) => guard(inside, query)) : adapter.update(query);
    },
    delete: (query) => {
      const { delete: guard, onBegin } = guards[query.model] ?? {};
      return guard ? inOne(onBegin, (inside) => guard(inside, query.where)) : adapter.delete(query);
    },
    deleteMany: (query) => {
      const { deleteMany: guard, onBegin } = guards[query.model] ?? {};
      return guard ? inOne(onBegin, (inside) => guard(inside, query.where)) : adapter.deleteMany(query);
    },
  };
}

async function adapterOn(db: Kysely<Tables>, options: BetterAuthOptions): Promise<Adapter> {
  const adapter = await getAdapter({ ...options, database: { db: db as never, type: 'postgres' } });
  return soundAdapter(adapter, options);
}

/** PostgreSQL's "unique violation". */
const TAKEN = '23505';

/**
 * Lets a write be refused by what it clashes with: better-auth looks first, and two who look at once both write.
 *
 * @throws whatever `refusal` makes, in place of the database's own error.
 */
export async function mapUniqueViolation<Result>(
  write: Promise<Result>,
  refusal: () => Error,
): Promise<Result> {
  return write.catch((error: unknown) => {
    throw (error as { code?: unknown }).code === TAKEN ? refusal() : error;
  });
}
