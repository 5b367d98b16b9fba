import { APIError } from 'better-auth/api';
import {
  type Change,
  type Creation,
  mapUniqueViolation,
  type TransactionContext,
  type Where,
  type WriteHooks,
} from '#backend/auth/transactional-adapter.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { InUse, takeAlong } from '#backend/resources/operations/apply-deletion-effects.ts';
import { cascadeTargets } from '#backend/resources/operations/references.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import { currentActor, sessionHere } from '#backend/sessions/actor.ts';
import resources from '#resources.config';
import { endSessions } from './end-sessions.ts';
import { recordChanges, recordImpersonation, userChanges } from './history.ts';
import { beforeCreateUser, beforeDeleteUser, beforeUpdateUser, requireKnownRole } from './policy.ts';
import { lockUser, type Transaction, type UserRow } from './user.ts';

/** The rules about users around the writes of sign-in to them and to their sessions. */
export function userWriteHooks(counts: CountCache): Readonly<Record<'user' | 'session', WriteHooks>> {
  return {
    user: {
      create: createUser,
      update: updateUser,
      delete: deleteUser,
      onBegin: () => {
        // What refers to a user may go along.
        const ends = ['users', ...cascadeTargets('users', resources)].map((name) => counts.beginWrite(name));
        return () => {
          for (const end of ends) end(undefined);
        };
      },
    },
    session: { create: createSession, delete: removeSessions, deleteMany: removeSessions },
  };
}

/** Adds a user, with their first line of history: somebody who signs up is the one who did it. */
async function createUser({ db, adapter }: TransactionContext, query: Creation) {
  const { role } = query.data as { role?: unknown };
  beforeCreateUser({ role });
  if (role !== undefined) requireKnownRole(role);
  const user = await mapUniqueViolation(
    adapter.create<Record<string, unknown>, UserRow>(query),
    addressTaken,
  );
  const actor = currentActor() ?? user.id;
  await recordChanges(db, {
    user: user.id,
    action: 'create',
    changes: userChanges({}, user),
    actor,
  });
  return user;
}

/** A user has one thing that nobody else may have. */
function addressTaken() {
  return new APIError('UNPROCESSABLE_ENTITY', {
    code: 'USER_ALREADY_EXISTS',
    message: 'User already exists.',
  });
}

async function updateUser(inside: TransactionContext, query: Change) {
  const { db, adapter } = inside;
  const locked = await findUserForUpdate(inside, query.where);
  if (!locked) return null;
  const { user, time } = locked;
  const update = { ...(await beforeUpdateUser(db, user, query.update)), updatedAt: time };
  const changed = await mapUniqueViolation(adapter.update<UserRow>({ ...query, update }), addressTaken);
  const changes = userChanges(user, changed ?? user);
  // Whoever signs in has no session yet: they prove by that, with a code or through a provider, that the address is theirs.
  const actor = currentActor() ?? (query.update.emailVerified === true ? user.id : null);
  await recordChanges(db, { user: user.id, action: 'update', changes, actor });
  return changed;
}

async function deleteUser(inside: TransactionContext, where: Where) {
  const { db, adapter } = inside;
  const locked = await findUserForUpdate(inside, where);
  if (!locked) return;
  const { user } = locked;
  await beforeDeleteUser(db, user);
  await takeAlong({ db, resources, resource: 'users', id: user.id, actor: currentActor() }).catch((error) => {
    throw error instanceof InUse ? new ApiError('IN_USE') : error;
  });
  await adapter.delete({ model: 'user', where });
  await recordChanges(db, { user: user.id, action: 'delete', changes: userChanges(user, {}) });
}

/** Begins a session, and records it where it is one of an admin who acts as somebody else. */
async function createSession({ db, adapter }: TransactionContext, query: Creation) {
  const { impersonatedBy: admin } = query.data as { impersonatedBy?: string | null };
  if (!admin) return adapter.create(query);
  const parentSessionId = await lockedSessionHere(db);
  // What ended by its hour is recorded now, where the admin has not come back from it by themself.
  await endSessions(db, { begunBy: admin, over: true });
  const data = { ...query.data, parentSessionId };
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>({ ...query, data });
  await recordImpersonation(db, { user: String(session.userId), admin, begins: true });
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
async function removeSessions({ db, adapter }: TransactionContext, where: Where): Promise<number> {
  const [{ field, value } = { field: '', value: null }, ...others] = where;
  if (field === 'userId' && others.length === 0) return endSessions(db, { userId: String(value) });
  let count = 0;
  // better-auth reads a hundred rows at a time.
  for (;;) {
    const found = await adapter.findMany<{ id: string }>({ model: 'session', where });
    if (found.length === 0) return count;
    count += await endSessions(db, { ids: found.map(({ id }) => id) });
  }
}

async function findUserForUpdate({ db, adapter }: TransactionContext, where: Where) {
  const found = await adapter.findOne<UserRow>({ model: 'user', where });
  if (!found) return null;
  const time = await lockUser(db, found.id);
  const user = await adapter.findOne<UserRow>({ model: 'user', where: [{ field: 'id', value: found.id }] });
  return user && { user, time };
}
