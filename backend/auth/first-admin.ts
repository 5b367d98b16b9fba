import type { Database } from '#backend/database/connection.ts';
import type { Settings } from '#backend/settings.ts';

/**
 * Makes the user that ADMIN_EMAIL names an admin, if they have an account already and have proved that the address
 * is theirs; else they become one with it.
 */
export async function nameFirstAdmin(database: Database, { adminEmail }: Settings): Promise<void> {
  if (!adminEmail) return;
  await database.kysely
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', adminEmail)
    .where('email_verified', '=', true)
    .execute();
}
