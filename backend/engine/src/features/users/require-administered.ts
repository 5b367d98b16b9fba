import { administeredRoles, administers } from '@bindery/contract/records/administered-roles.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { type Reading, selectRows } from '#backend/database/query.ts';
import { type Actor, isApplication } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { may } from '#backend/records/resources/query/rights.ts';
import { reachableIds, rowsOf, scopeOf } from '#backend/records/resources/query/scope.ts';

/** An operation on a user outside of the generated endpoints, in terms of the entry `users`. */
interface Administration {
  readonly database: Reading;
  readonly resources: AllResources;
  readonly actor: Actor;
  readonly id: string;
  readonly action: 'read' | 'update';
  /** The fields that the operation writes, if the entry has them. */
  readonly writes?: readonly string[];
}

/**
 * Checks that an actor may administer a user, for every operation that the entry does not generate: sessions,
 * API keys, bans and impersonation.
 * @throws ApiError NOT_FOUND for a user whom the actor may not read; FORBIDDEN without the right, for a user
 * outside of the rows of the right, or a field that the role may not write; USER_HAS_MORE_RIGHTS.
 */
export async function requireAdministered(given: Administration): Promise<void> {
  const { database, resources, actor, id, action, writes = [] } = given;
  const { users } = resources;
  // Without an entry, only the fixed rights of the role apply, which the endpoint checks.
  if (!users) {
    const found = await database.query({ sql: 'select 1 from users where id = $1', parameters: [id] });
    if (found.length === 0) throw new ApiError('NOT_FOUND');
    return;
  }
  const fields = writes.flatMap((name) => users.fields[name] ?? []);
  const mayWrite = isApplication(actor) || fields.every(({ writeBy }) => writeBy.includes(actor.role));
  if (!may(actor, users, 'read') || !may(actor, users, action)) throw new ApiError('FORBIDDEN');
  const scope = scopeOf(users, { actor, action });
  const query = rowsOf(database.kysely, { resource: users, actor })
    .select([
      sql.ref<string | null>('record.role').as('role'),
      sql<boolean>`${scope ? sql`(${scope}) is true` : sql`true`}`.as('inside'),
    ])
    .where(sql.ref('record.id'), '=', id);
  const [found] = await selectRows(database, query, { mode: 'list', table: 'users' });
  if (!found) throw new ApiError('NOT_FOUND');
  if (!found.inside || !mayWrite) throw new ApiError('FORBIDDEN');
  requireFewerRights(actor, { id, role: found.role }, resources);
}

/** Returns whether `requireAdministered` lets an actor administer a user. */
export async function mayAdminister(given: Administration): Promise<boolean> {
  try {
    await requireAdministered(given);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/** Returns those of some users whom an actor may read, by id. */
export async function readableUsers(
  { database, resources, actor }: Pick<Administration, 'database' | 'resources' | 'actor'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { users } = resources;
  if (!users || ids.length === 0 || !scopeOf(users, { actor })) return new Set(ids);
  return reachableIds(database, { resource: users, actor, ids });
}

/**
 * Checks that a user has no more rights than an actor may administer. Users may change their own account.
 * @throws ApiError USER_HAS_MORE_RIGHTS.
 */
export function requireFewerRights(
  actor: Actor,
  user: { readonly id: string; readonly role?: unknown },
  resources: AllResources,
): void {
  if (isApplication(actor) || user.id === actor.id || administers(actor.role, user.role, resources)) return;
  throw new ApiError('USER_HAS_MORE_RIGHTS');
}

/**
 * Checks that an actor may assign a role to a user.
 * @throws ApiError YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE, with the roles that they may assign.
 */
export function requireGivable(actor: Actor, role: unknown, resources: AllResources): void {
  if (isApplication(actor) || administers(actor.role, role, resources)) return;
  const options = administeredRoles(actor.role, resources).join(', ');
  const details = errorsAt('role', 'errors.invalidOption', { options });
  throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE', details);
}
