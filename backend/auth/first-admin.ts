import type { Database } from '#backend/database/connection.ts';
import type { Settings } from '#backend/settings.ts';

/**
 * Gives the user with the address ADMIN_EMAIL the admin role if their account exists and the address is
 * verified. Otherwise they get the role when they sign up (see sign-up-policy.ts).
 */
export async function promoteFirstAdmin(
  database: Database,
  { adminEmail }: Pick<Settings, 'adminEmail'>,
): Promise<void> {
  if (!adminEmail) return;
  await database.kysely
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', adminEmail)
    .where('email_verified', '=', true)
    .execute();
}
