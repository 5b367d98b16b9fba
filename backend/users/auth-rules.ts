import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import type { Totals } from '#backend/resources/totals.ts';
import {
  type Adapter,
  beginImpersonation,
  changePerson,
  createPerson,
  type Inside,
  removePerson,
  removeSessions,
} from './auth-writes.ts';
import type { Transaction } from './person.ts';
import { refuseLosingLastAdmin } from './rules.ts';

interface Parts {
  readonly db: Transaction;
  /** Learns how many people there are. */
  readonly totals: Totals;
}

/**
 * Puts the rules about people around every write of better-auth to them, whichever of its endpoints it comes from:
 * each is one transaction together with its history row, and ends the sessions that have to end.
 */
export function peopleRules(parts: Parts): BetterAuthPlugin {
  return {
    id: 'people-rules',
    init: ({ adapter, options }) => ({
      context: { adapter: withRules(adapter, { ...parts, options }) },
      // better-auth ends the sessions before it deletes the person: too late for a refusal to leave all as it was.
      options: { user: { deleteUser: { enabled: true, beforeDelete: mustNotBeLastAdmin(parts) } } },
    }),
  };
}

function mustNotBeLastAdmin({ db }: Parts) {
  return async (person: { id: string; role?: unknown }) => {
    if (person.role === 'admin')
      await db.transaction().execute((inside) => refuseLosingLastAdmin(inside, person));
  };
}

function withRules(adapter: Adapter, parts: Parts & { options: BetterAuthOptions }): Adapter {
  const { db, totals, options } = parts;
  const inOne = <Result>(work: (inside: Inside) => Promise<unknown>): Promise<Result> => {
    const run = async (inside: Transaction) =>
      (await work({ db: inside, adapter: await adapterOn(inside, options) })) as Result;
    return db.isTransaction ? run(db) : db.transaction().execute(run);
  };
  const counting = <Result>(write: () => Promise<Result>): Promise<Result> => {
    const end = totals.write('users');
    return write().finally(() => end(undefined));
  };
  return {
    ...adapter,
    transaction: (work) =>
      counting(() => inOne((inside) => work(withRules(inside.adapter, { ...parts, db: inside.db })))),
    create: (query) => {
      if (query.model === 'user') return counting(() => inOne((inside) => createPerson(inside, query)));
      const impersonates = query.model === 'session' && Boolean(query.data.impersonatedBy);
      return impersonates ? inOne((inside) => beginImpersonation(inside, query)) : adapter.create(query);
    },
    update: (query) =>
      query.model === 'user' ? inOne((inside) => changePerson(inside, query)) : adapter.update(query),
    delete: (query) => {
      if (query.model === 'user') return counting(() => inOne((inside) => removePerson(inside, query.where)));
      if (query.model === 'session') return inOne((inside) => removeSessions(inside, query.where));
      return adapter.delete(query);
    },
    deleteMany: (query) =>
      query.model === 'session'
        ? inOne((inside) => removeSessions(inside, query.where))
        : adapter.deleteMany(query),
  };
}

/** better-auth's own way to the tables, on a transaction. */
function adapterOn(db: Transaction, options: BetterAuthOptions): Promise<Adapter> {
  return getAdapter({ ...options, database: { db: db as never, type: 'postgres' } });
}
