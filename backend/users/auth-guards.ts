import { APIError } from 'better-auth/api';
import {
  type Change,
  type Creation,
  type Guard,
  type Inside,
  unlessTaken,
  type Where,
} from '#backend/auth/guarded-writes.ts';
import type { Totals } from '#backend/resources/totals.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import { endSessions } from './end-sessions.ts';
import { changesBetween, recordChanges, recordImpersonation } from './history.ts';
import { lockPerson, type Person } from './person.ts';
import { beforeChange, beforeCreation, beforeRemoval, refuseUnknownRole } from './rules.ts';

/** The rules about people around the writes of sign-in to them and to their sessions. */
export function peopleGuards(totals: Totals): Readonly<Record<'user' | 'session', Guard>> {
  return {
    user: {
      create: createPerson,
      update: changePerson,
      delete: removePerson,
      begin: () => {
        const end = totals.write('users');
        return () => end(undefined);
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
  await recordChanges(db, { person: person.id, action: 'update', changes });
  return changed;
}

async function removePerson(inside: Inside, where: Where) {
  const { db, adapter } = inside;
  const locked = await lockedPerson(inside, where);
  if (!locked) return;
  const { person } = locked;
  await beforeRemoval(db, person);
  await adapter.delete({ model: 'user', where });
  await recordChanges(db, { person: person.id, action: 'delete', changes: changesBetween(person, {}) });
}

/** Begins a session, and records it where it is one of an admin who acts as somebody else. */
async function createSession({ db, adapter }: Inside, query: Creation) {
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>(query);
  const { userId = '', impersonatedBy } = session;
  if (impersonatedBy) {
    // What ended by its hour is recorded now, where the admin has not come back from it by themself.
    await endSessions(db, { begunBy: impersonatedBy, over: true });
    await recordImpersonation(db, { person: userId, admin: impersonatedBy, begins: true });
  }
  return session;
}

/** Ends sessions, and records where an admin ceases by that to act as somebody else. */
async function removeSessions({ db, adapter }: Inside, where: Where): Promise<number> {
  const ended = await adapter.findMany<Record<string, string>>({ model: 'session', where });
  const count = await adapter.deleteMany({ model: 'session', where });
  for (const { userId = '', impersonatedBy } of ended)
    if (impersonatedBy)
      await recordImpersonation(db, { person: userId, admin: impersonatedBy, begins: false });
  return count;
}

async function lockedPerson({ db, adapter }: Inside, where: Where) {
  const found = await adapter.findOne<Person>({ model: 'user', where });
  if (!found) return null;
  const time = await lockPerson(db, found.id);
  const person = await adapter.findOne<Person>({ model: 'user', where: [{ field: 'id', value: found.id }] });
  return person && { person, time };
}
