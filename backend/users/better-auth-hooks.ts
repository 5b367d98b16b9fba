import { APIError } from 'better-auth/api';
import {
  type Change,
  type Creation,
  type Guard,
  type Inside,
  unlessTaken,
  type Where,
} from '#backend/auth/transactional-adapter.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { cascadesOf } from '#backend/resources/operations/references.ts';
import { InUse, takeAlong } from '#backend/resources/operations/apply-deletion-effects.ts';
import type { Totals } from '#backend/resources/query/count-cache.ts';
import { actorHere, sessionHere } from '#backend/sessions/actor.ts';
import resources from '#resources.config';
import { endSessions } from './end-sessions.ts';
import { changesBetween, recordChanges, recordImpersonation } from './history.ts';
import { lockPerson, type Person, type Transaction } from './user.ts';
import { beforeChange, beforeCreation, beforeRemoval, refuseUnknownRole } from './policy.ts';

/** The rules about people around the writes of sign-in to them and to their sessions. */
export function peopleGuards(totals: Totals): Readonly<Record<'user' | 'session', Guard>> {
  return {
    user: {
      create: createPerson,
      update: changePerson,
      delete: removePerson,
      begin: () => {
        // What refers to a user may go along.
        const ends = ['users', ...cascadesOf('users', resources)].map((name) => totals.write(name));
        return () => {
          for (const end of ends) end(undefined);
        };
      },
    },
    session: { create: createSession, delete: removeSessions, deleteMany: removeSessions },
  };
}

/** Adds a person, with their first line of history: somebody who signs up is the one who did it. */
async function createPerson({ db, adapter }: Inside, query: Creation) {
  const { role } = query.data as { role?: unknown };
  beforeCreation({ role });
  if (role !== undefined) refuseUnknownRole(role);
  const person = await unlessTaken(adapter.create<Record<string, unknown>, Person>(query), addressTaken);
  const actor = actorHere() ?? person.id;
  await recordChanges(db, {
    person: person.id,
    action: 'create',
    changes: changesBetween({}, person),
    actor,
  });
  return person;
}

/** A person has one thing that nobody else may have. */
function addressTaken() {
  return new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS',
    message: 'User already exists.',
  });
}

async function changePerson(inside: Inside, query: Change) {
  const { db, adapter } = inside;
  const locked = await lockedPerson(inside, query.where);
  if (!locked) return null;
  const { person, time } = locked;
  const update = { ...(await beforeChange(db, person, query.update)), updatedAt: time };
  const changed = await unlessTaken(adapter.update<Person>({ ...query, update }), addressTaken);
  const changes = changesBetween(person, changed ?? person);
  // Whoever signs in has no session yet: they prove by that, with a code or through a provider, that the address is theirs.
  const actor = actorHere() ?? (query.update.emailVerified === true ? person.id : null);
  await recordChanges(db, { person: person.id, action: 'update', changes, actor });
  return changed;
}

async function removePerson(inside: Inside, where: Where) {
  const { db, adapter } = inside;
  const locked = await lockedPerson(inside, where);
  if (!locked) return;
  const { person } = locked;
  await beforeRemoval(db, person);
  await takeAlong({ db, resources, resource: 'users', id: person.id, actor: actorHere() }).catch((error) => {
    throw error instanceof InUse ? new ApiError('IN_USE') : error;
  });
  await adapter.delete({ model: 'user', where });
  await recordChanges(db, { person: person.id, action: 'delete', changes: changesBetween(person, {}) });
}

/** Begins a session, and records it where it is one of an admin who acts as somebody else. */
async function createSession({ db, adapter }: Inside, query: Creation) {
  const { impersonatedBy: admin } = query.data as { impersonatedBy?: string | null };
  if (!admin) return adapter.create(query);
  const parentSessionId = await lockedSessionHere(db);
  // What ended by its hour is recorded now, where the admin has not come back from it by themself.
  await endSessions(db, { begunBy: admin, over: true });
  const data = { ...query.data, parentSessionId };
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>({ ...query, data });
  await recordImpersonation(db, { person: String(session.userId), admin, begins: true });
  return session;
}

/**
 * Keeps the session of the request from being ended before what is begun from it is there to be ended too.
 *
 * @throws ApiError UNAUTHENTICATED where it has been ended already.
 */
async function lockedSessionHere(db: Transaction): Promise<string> {
  const id = sessionHere()?.id;
  const locked =
    id && (await db.selectFrom('sessions').select('id').where('id', '=', id).forShare().execute());
  if (!id || !locked || locked.length === 0) throw new ApiError('UNAUTHENTICATED');
  return id;
}

/** Ends sessions; where they are all of a user's, also those that the user has begun as somebody else. */
async function removeSessions({ db, adapter }: Inside, where: Where): Promise<number> {
  const [{ field, value } = { field: '', value: null }, ...others] = where;
  if (field === 'userId' && others.length === 0) return endSessions(db, { of: String(value) });
  let count = 0;
  // better-auth reads a hundred rows at a time.
  for (;;) {
    const found = await adapter.findMany<{ id: string }>({ model: 'session', where });
    if (found.length === 0) return count;
    count += await endSessions(db, { ids: found.map(({ id }) => id) });
  }
}

async function lockedPerson({ db, adapter }: Inside, where: Where) {
  const found = await adapter.findOne<Person>({ model: 'user', where });
  if (!found) return null;
  const time = await lockPerson(db, found.id);
  const person = await adapter.findOne<Person>({ model: 'user', where: [{ field: 'id', value: found.id }] });
  return person && { person, time };
}
