import resources from '#resources.config';
import { promoteFirstAdmin } from './auth/first-admin.ts';
import type { Database } from './database/connection.ts';
import { migrate } from './database/migrations/migrate.ts';
import { warnOfClockDifference } from './health/clock.ts';
import { seed } from './samples/seed.ts';
import { sampleAccounts } from './samples/seed-users.ts';
import type { Settings } from './settings.ts';

/**
 * Prepares a database for the server: runs migrations, creates the first admin, and seeds samples if configured.
 * Holds a database lock, because two servers starting at once would both find it empty and seed it.
 */
export async function bootstrap(database: Database, settings: Settings): Promise<void> {
  await database.alone(async (alone) => {
    await migrate(alone);
    if (settings.seed) await seed(alone, resources);
    await promoteFirstAdmin(alone, settings);
  });
  await warnOfClockDifference(database);
}

/** Prints the server's URL, the accounts that can sign in with their roles, and where sign-in codes appear. */
export async function printBanner(database: Database, settings: Settings): Promise<void> {
  const { baseUrl, isLocal } = settings;
  const accounts = settings.seed ? await sampleAccounts(database) : [];
  const lines = [
    `Bindery is ready: ${baseUrl}`,
    ...(accounts.length > 0
      ? [`Accounts: ${accounts.map(({ email, role }) => `${email} (${role})`).join(' and ')}`]
      : []),
    ...(isLocal ? [`Sign-in codes appear here and at ${baseUrl}/outbox`] : []),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}
