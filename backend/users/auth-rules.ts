import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from 'better-auth';
import { getAdapter } from 'better-auth/db/adapter';
import { changesBetween, recordChanges, recordImpersonation } from './history.ts';
import { lockPerson, type Person, type Transaction } from './person.ts';
import { beforeChange, beforeRemoval, refuseUnknownRole } from './rules.ts';

type Adapter = DBAdapter<BetterAuthOptions>;
type Where = Parameters<Adapter['update']>[0]['where'];

/** A transaction together with better-auth's own way to the database inside it. */
interface Inside {
  readonly db: Transaction;
  readonly adapter: Adapter;
}

/**
 * Puts the rules about people around every write of better-auth to them, whichever of its endpoints it comes from:
 * each is one transaction together with its history row, and ends the sessions that have to end.
 */
export function peopleRules(db: Transaction): BetterAuthPlugin {
  return {
    id: 'people-rules',
    init: ({ adapter, options }) => ({ context: { adapter: withRules(adapter, { db, options }) } }),
  };
}

function withRules(adapter: Adapter, parts: { db: Transaction; options: BetterAuthOptions }): Adapter {
  const { db, options } = parts;
  const inOne = async <Result>(work: (inside: Inside) => Promise<Result>): Promise<Result> => {
    const run = async (inside: Transaction) =>
      work({ db: inside, adapter: await adapterOn(inside, options) });
    return db.isTransaction ? run(db) : db.transaction().execute(run);
  };
  return {
    ...adapter,
    transaction: (work) => inOne((inside) => work(withRules(inside.adapter, { ...parts, db: inside.db }))),
    create: (query) => {
      const { model, data } = query;
      if (model === 'user') return inOne((inside) => createPerson(inside, query) as never);
      const admin = model === 'session' && (data as Record<string, unknown>).impersonatedBy;
      return admin ? inOne((inside) => beginImpersonation(inside, query) as never) : adapter.create(query);
    },
    update: (query) =>
      query.model === 'user'
        ? inOne((inside) => changePerson(inside, query) as never)
        : adapter.update(query),
    delete: (query) => {
      if (query.model === 'user') return inOne((inside) => removePerson(inside, query.where));
      if (query.model === 'session')
        return inOne((inside) => removeSessions(inside, query.where).then(() => {}));
      return adapter.delete(query);
    },
    deleteMany: (query) =>
      query.model === 'session'
        ? inOne((inside) => removeSessions(inside, query.where))
        : adapter.deleteMany(query),
  };
}

function adapterOn(db: Transaction, options: BetterAuthOptions): Promise<Adapter> {
  return getAdapter({ ...options, database: { db: db as never, type: 'postgres' } });
}

async function createPerson({ db, adapter }: Inside, query: Parameters<Adapter['create']>[0]) {
  const { role } = query.data as { role?: unknown };
  if (role !== undefined) refuseUnknownRole(role);
  const person = (await adapter.create(query)) as unknown as Person;
  await recordChanges(db, { person: person.id, action: 'create', changes: changesBetween({}, person) });
  return person;
}

async function changePerson({ db, adapter }: Inside, query: Parameters<Adapter['update']>[0]) {
  const person = await lockedPerson({ db, adapter }, query.where);
  if (!person) return null;
  const update = await beforeChange(db, person, query.update);
  const changed = await adapter.update<Person>({ ...query, update });
  const changes = changesBetween(person, changed ?? person);
  await recordChanges(db, { person: person.id, action: 'update', changes });
  return changed;
}

async function removePerson({ db, adapter }: Inside, where: Where) {
  const person = await lockedPerson({ db, adapter }, where);
  if (!person) return;
  await beforeRemoval(db, person);
  await adapter.delete({ model: 'user', where });
  await recordChanges(db, { person: person.id, action: 'delete', changes: changesBetween(person, {}) });
}

async function lockedPerson({ db, adapter }: Inside, where: Where): Promise<Person | null> {
  const found = await adapter.findOne<Person>({ model: 'user', where });
  if (!found) return null;
  await lockPerson(db, found.id);
  return adapter.findOne<Person>({ model: 'user', where: [{ field: 'id', value: found.id }] });
}

async function beginImpersonation({ db, adapter }: Inside, query: Parameters<Adapter['create']>[0]) {
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>(query);
  const { userId = '', impersonatedBy = '' } = session;
  await recordImpersonation(db, { person: userId, admin: impersonatedBy, begins: true });
  return session;
}

async function removeSessions({ db, adapter }: Inside, where: Where): Promise<number> {
  const ended = await adapter.findMany<Record<string, string>>({ model: 'session', where });
  const count = await adapter.deleteMany({ model: 'session', where });
  for (const { userId = '', impersonatedBy } of ended)
    if (impersonatedBy)
      await recordImpersonation(db, { person: userId, admin: impersonatedBy, begins: false });
  return count;
}
