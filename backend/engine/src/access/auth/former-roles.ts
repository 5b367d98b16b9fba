import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Database } from '#backend/database/connection.ts';

/** Returns the roles that the entry `users` says are gone, each with the one that its users have instead. */
export function formerRolesOf(resources: Readonly<Record<string, Resource>>): ReadonlyMap<string, string> {
  const users = Object.values(resources).find(({ managedBy }) => managedBy === 'auth');
  const former = Object.entries(users?.fields.role?.formerValues ?? {});
  return new Map(former.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

/**
 * Gives users of former roles the ones that `formerValues` of the field `role` names. Sign-in keeps the column, without a
 * rule of its values, so that no migration does it.
 */
export async function replaceFormerRoles(
  database: Database,
  resources: Readonly<Record<string, Resource>>,
): Promise<void> {
  for (const [former, role] of formerRolesOf(resources))
    await database.kysely.updateTable('users').set({ role }).where('role', '=', former).execute();
}
