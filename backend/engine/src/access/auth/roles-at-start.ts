import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import type { Database } from '#backend/database/connection.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/**
 * Gives the user with the address ADMIN_EMAIL the first role that administers users, if their account exists
 * and the address is verified. Otherwise they get the role when they sign up (see sign-up-policy.ts).
 */
export async function promoteFirstAdmin(
  database: Database,
  { adminEmail, roles }: Pick<Settings, 'adminEmail'> & { roles: Roles },
): Promise<void> {
  if (!adminEmail) return;
  await database.kysely
    .updateTable('users')
    .set({ role: roles.administrators[0] })
    .where('email', '=', adminEmail)
    .where('email_verified', '=', true)
    .where((or) => or.or([or('role', 'is', null), or('role', 'not in', roles.administrators)]))
    .execute();
}

/** Returns the removed roles of the entry `users`, each with its replacement. */
export function formerRolesOf(resources: AllResources): ReadonlyMap<string, string> {
  const users = Object.values(resources).find(({ managedBy }) => managedBy === 'auth');
  const former = Object.entries(users?.fields.role?.formerValues ?? {});
  return new Map(former.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

/**
 * Migrates users from removed roles with `formerValues` of the field `role`. better-auth owns the column,
 * which has no constraint on its values, so no migration does it.
 */
export async function replaceFormerRoles(database: Database, resources: AllResources): Promise<void> {
  for (const [former, role] of formerRolesOf(resources))
    await database.kysely.updateTable('users').set({ role }).where('role', '=', former).execute();
}
