import type { Resource, Roles } from '@bindery/contract/schema/index.ts';
import { APIError } from 'better-auth/api';
import { actorOfWrite } from '#backend/access/auth/call-actor.ts';
import {
  type InsertParams,
  mapUniqueViolation,
  type RowFilter,
  type TransactionContext,
  type UpdateParams,
  type WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import { insertHistory } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { insertWriteEvents, type WriteEvents } from '#backend/database/write-events.ts';
import { type Actor, APPLICATION, authorOf, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { toApiError } from '#backend/records/resources/database-errors.ts';
import {
  applyDeletionEffects,
  CREATED_AT,
  InUse,
  lockForDeletion,
} from '#backend/records/resources/deletion/apply-deletion-effects.ts';
import { cascadeTargets } from '#backend/records/resources/deletion/references.ts';
import type { CountCache } from '#backend/records/resources/query/count.ts';
import type { AllResources } from '#backend/records/resources/query/labels.ts';
import type { RecordJson } from '#backend/records/resources/query/projection.ts';
import { deleteJoins } from '#backend/records/resources/stages/write-joins.ts';
import { recordUserChanges, userChanges } from './history.ts';
import { deletedOwnValues, setOwnDefaults } from './own-values.ts';
import { beforeCreateUser, beforeDeleteUser, beforeUpdateUser, requireKnownRole } from './policy.ts';
import { lockUser, type UserRow } from './user.ts';

interface Parts {
  readonly counts: CountCache;
  readonly events: WriteEvents;
  readonly roles: Roles;
  readonly resources: AllResources;
}

/** Returns the hooks that enforce the user policy and record history on better-auth's writes to users. */
export function userWriteHooks({ counts, ...parts }: Parts): WriteHooks {
  return {
    create: (inside, query) => createUser({ ...inside, ...parts, actor: actorOfWrite() }, query),
    update: (inside, query) => updateUser({ ...inside, ...parts, actor: actorOfWrite() }, query),
    delete: (inside, where) => deleteUser({ ...inside, ...parts, actor: actorOfWrite() }, where),
    onBegin: () => {
      // Deleting a user may also delete records that refer to it.
      const counted = ['users', ...cascadeTargets('users', parts.resources)];
      return () => {
        for (const name of counted) counts.drop(name);
        parts.events.wake();
      };
    },
  };
}

type Inside = TransactionContext & Omit<Parts, 'counts'> & { readonly actor: Actor };

/** The entry of the users, without which they have no history. */
type Users = Resource | undefined;

/** Creates a user and records it in the history. On sign-up the actor is the new user. */
async function createUser(inside: Inside, query: InsertParams) {
  const { db, adapter, events, roles, actor } = inside;
  const { users } = inside.resources;
  const { role } = query.data as { role?: unknown };
  beforeCreateUser({ role }, { actor, roles });
  if (role !== undefined) requireKnownRole(role, roles);
  const user = await mapUniqueViolation(
    adapter.create<Record<string, unknown>, UserRow>(query),
    takenBy(users),
  );
  const creator = isUser(actor) ? actor : user;
  const own = users && (await setOwnDefaults(db, { users, user, creator }));
  await recordUserChanges(db, {
    user: user.id,
    action: 'create',
    changes: { ...userChanges(users, { after: user }), ...own },
    author: isUser(actor) ? authorOf(actor) : { actor: user.id },
    events,
  });
  return user;
}

/**
 * Returns the function that converts a unique violation: better-auth knows only duplicate email addresses,
 * and not the unique rules on other fields.
 */
const takenBy = (users: Users) => (violation: { readonly constraint?: string }) => {
  const rule = users?.unique.find(({ name }) => name === violation.constraint);
  return users && rule && !rule.fields.includes('email')
    ? toApiError(violation, { resource: users, viewer: APPLICATION })
    : new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS',
        message: 'User already exists.',
      });
};

async function updateUser(inside: Inside, query: UpdateParams) {
  const { db, adapter, events, resources, actor } = inside;
  const { users } = resources;
  const locked = await findUserForUpdate(inside, query.where);
  if (!locked) return null;
  const { user, time } = locked;
  const update = {
    ...(await beforeUpdateUser(db, { actor, user, change: query.update, resources })),
    updatedAt: time,
  };
  const changed = await mapUniqueViolation(adapter.update<UserRow>({ ...query, update }), takenBy(users));
  const changes = userChanges(users, { before: user, after: changed ?? user });
  // During sign-in there is no session yet, and the user verifies the address with a code or a provider.
  const isVerifying = !isUser(actor) && query.update.emailVerified === true;
  const author = isVerifying ? { actor: user.id } : authorOf(actor);
  await recordUserChanges(db, { user: user.id, action: 'update', changes, author, events });
  return changed;
}

async function deleteUser(inside: Inside, where: RowFilter) {
  const { db, adapter, events, resources, actor } = inside;
  const { users } = resources;
  const found = await adapter.findOne<UserRow>({ model: 'user', where });
  if (!found) return;
  const removal = { db, resources, resource: 'users', ids: [found.id] };
  await lockForDeletion(removal);
  const locked = await findUserForUpdate(inside, where);
  if (!locked) return;
  const { user } = locked;
  await beforeDeleteUser(db, { actor, user, resources });
  const before = async (resource: string, item: RecordJson) => {
    // A user may also be deleted with another one, to whose record theirs refers.
    if (resource === 'users') await beforeDeleteUser(db, { actor, user: item as UserRow, resources });
  };
  const lost = users && (await deletedOwnValues(db, { resources, users, id: user.id }));
  // Users may delete their own account regardless of what they may read of it.
  const deleter = isUser(actor) && actor.id !== user.id ? { actor } : {};
  const effects = await applyDeletionEffects({ ...removal, ...deleter, before, onlyEffects: true }).catch(
    (error) => {
      throw error instanceof InUse ? new ApiError('IN_USE') : error;
    },
  );
  if (users) await deleteJoins(db, { resource: users, ids: [user.id] });
  await adapter.delete({ model: 'user', where });
  const own = {
    resource: 'users',
    record: user.id,
    action: 'delete',
    changes: {
      ...userChanges(users, { before: user }),
      ...lost,
      [CREATED_AT]: { before: new Date(String(user.createdAt)).toISOString(), after: null },
    },
  } as const;
  const made = {
    changes: [...effects, own],
    author: authorOf(actor),
    batch: effects.length > 0 ? newId() : null,
  };
  await insertHistory(db, made);
  await insertWriteEvents(db, { ...made, events });
}

async function findUserForUpdate({ db, adapter }: TransactionContext, where: RowFilter) {
  const found = await adapter.findOne<UserRow>({ model: 'user', where });
  if (!found) return null;
  const time = await lockUser(db, found.id);
  const user = await adapter.findOne<UserRow>({ model: 'user', where: [{ field: 'id', value: found.id }] });
  return user && { user, time };
}
