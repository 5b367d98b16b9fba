import type { Roles } from '@bindery/contract/schema/index.ts';
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
