import { type DefaultContext, dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import {
  type AllResources,
  fieldKind,
  type Resource,
  type ResourceField,
  type Roles,
} from '@bindery/contract/schema/index.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import { APIError } from 'better-auth/api';
import { sql } from 'kysely';
import { actorOfWrite } from '#backend/access/auth/call-actor.ts';
import {
  type InsertParams,
  mapUniqueViolation,
  type RowFilter,
  type TransactionContext,
  type UpdateParams,
  type WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import type { Transaction } from '#backend/database/connection.ts';
import type { Author, Changes, RecordChange } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { timeAfter } from '#backend/database/time.ts';
import { recordChanges, type WriteEvents } from '#backend/database/write-events.ts';
import { type Actor, APPLICATION, authorOf, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { toApiError } from '#backend/records/resources/database-errors.ts';
import {
  applyDeletionEffects,
  CREATED_AT,
  deletedValues,
  InUse,
  lockForDeletion,
} from '#backend/records/resources/deletion/apply-deletion-effects.ts';
import { cascadeTargets } from '#backend/records/resources/deletion/references.ts';
import type { CountCache } from '#backend/records/resources/query/count.ts';
import { createProjection, type RecordJson } from '#backend/records/resources/query/projection.ts';
import { changedFields } from '#backend/records/resources/stages/recorded-values.ts';
import { deleteJoins } from '#backend/records/resources/stages/write-joins.ts';
import {
  beforeCreateUser,
  beforeDeleteUser,
  beforeUpdateUser,
  requireKnownRole,
  type UserRow,
} from './policy.ts';

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
    onBegin: () => () => {
      // Deleting a user may also delete records that refer to it.
      for (const name of ['users', ...cascadeTargets('users', parts.resources)]) counts.drop(name);
      parts.events.wake();
    },
  };
}

type Inside = TransactionContext & Omit<Parts, 'counts'> & { readonly actor: Actor };

/** The entry of the users, without which they have no history. */
type Users = Resource | undefined;

/** Creates a user and records it in the history. On sign-up the actor is the new user. */
async function createUser(inside: Inside, query: InsertParams) {
  const { db, adapter, roles, actor } = inside;
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
  await recordUserChanges(inside, {
    record: user.id,
    action: 'create',
    changes: { ...userChanges(users, { after: user }), ...own },
    author: isUser(actor) ? authorOf(actor) : { actor: user.id },
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
    ? toApiError(violation, { resource: users, actor: APPLICATION })
    : new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS',
        message: 'User already exists.',
      });
};

async function updateUser(inside: Inside, query: UpdateParams) {
  const { db, adapter, resources, actor } = inside;
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
  await recordUserChanges(inside, { record: user.id, action: 'update', changes, author });
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
  const batch = effects.length > 0 ? newId() : null;
  await recordChanges(db, { changes: [...effects, own], author: authorOf(actor), batch, events });
}

/**
 * Returns a user whose row is locked until the transaction ends, and the timestamp of the change, later than
 * the previous one even if another server made that; null without such a user.
 */
async function findUserForUpdate({ db, adapter }: TransactionContext, where: RowFilter) {
  const found = await adapter.findOne<UserRow>({ model: 'user', where });
  if (!found) return null;
  const later = timeAfter(sql.ref('updated_at')).as('time');
  const [row] = await db.selectFrom('users').select(later).where('id', '=', found.id).forUpdate().execute();
  const user = await adapter.findOne<UserRow>({ model: 'user', where: [{ field: 'id', value: found.id }] });
  return user && row ? { user, time: new Date(row.time) } : null;
}

/**
 * Returns the changes between two states of a user as JSON, of the fields of the entry that better-auth
 * knows. A user that does not exist is `{}`.
 */
function userChanges(
  users: Users,
  { before = {}, after = {} }: { before?: Partial<UserRow>; after?: Partial<UserRow> },
): Changes {
  const asJson = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null));
  const changes: Record<string, Changes[string]> = {};
  for (const { name } of users ? columnFields(users) : []) {
    const [was, is] = [asJson(before[name]), asJson(after[name])];
    if (was !== is) changes[name] = { before: was, after: is };
  }
  return changes;
}

/**
 * Adds a change to a user's history, and an event if a hook waits for it, in the transaction of the change.
 * Does nothing without changed fields.
 */
async function recordUserChanges(
  { db, events }: Inside,
  { author, ...change }: Omit<RecordChange, 'resource'> & { readonly author: Author },
): Promise<void> {
  if (Object.keys(change.changes).length === 0) return;
  const changes = [{ resource: 'users', ...change }];
  await recordChanges(db, { changes, author, batch: null, events });
}

const isOwn = ({ name, computed }: ResourceField): boolean => !computed && !isSignInField(name);

/** Returns the columns of users that better-auth does not know: it neither reads nor writes them. */
const ownColumns = (users: Resource): ResourceField[] => columnFields(users).filter(isOwn);

/**
 * Sets what better-auth leaves empty in a new user: the defaults of the fields that it does not know. Returns
 * the changes for the history. The author is the new user, unless an admin creates it.
 */
async function setOwnDefaults(
  db: Transaction,
  { users, user, creator }: { users: Resource; user: UserRow; creator: DefaultContext['user'] },
): Promise<Changes> {
  const context = { user: creator, now: new Date().toISOString() };
  const values = ownColumns(users).flatMap((field) => {
    const { defaultFrom } = field;
    const value = defaultFrom ? dynamicDefault(defaultFrom, context) : field.default;
    return value === undefined || value === null ? [] : [{ field, value }];
  });
  if (values.length === 0) return {};
  const stored = values.map(({ field: { kind, column }, value }) => {
    const { write = (given: unknown) => given } = fieldKind(kind);
    return sql`${sql.ref(column)} = ${write(value)}`;
  });
  await sql`update ${sql.table(users.table)} set ${sql.join(stored)} where id = ${user.id}`.execute(db);
  const after = Object.fromEntries(values.map(({ field, value }) => [field.name, value]));
  return changedFields(users, { before: {}, after });
}

/** Returns the values besides better-auth's that a deleted user loses, for its last change in the history. */
async function deletedOwnValues(
  db: Transaction,
  { resources, users, id }: { resources: AllResources; users: Resource; id: string },
): Promise<Changes> {
  const own = Object.values(users.fields).filter(isOwn);
  if (own.length === 0) return {};
  const whose = { resource: users, actor: APPLICATION, resources, shown: 'stored' } as const;
  const projection = createProjection({ kysely: db }, whose);
  const row = await projection.select().where(sql.ref('record.id'), '=', id).executeTakeFirst();
  const all = row ? deletedValues(users, projection.toJson(row)) : {};
  return Object.fromEntries(own.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])));
}
