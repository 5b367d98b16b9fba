import resources from '#resources.config';
import { nameFirstAdmin } from './auth/first-admin.ts';
import type { Database } from './database/connection.ts';
import { migrate } from './database/migrations/migrate.ts';
import { seed } from './database/seed.ts';
import { sampleAccounts } from './database/seed-users.ts';
import { warnOfClock } from './health/clock.ts';
import type { Settings } from './settings.ts';

/**
 * Brings a database to where the server can work with it: its tables, the first admin, and samples where wanted.
 * Servers that start at the same moment on one PostgreSQL take turns: else both would find it empty, and fill it.
 */
export async function bootstrap(database: Database, settings: Settings): Promise<void> {
  await database.alone(async (alone) => {
    await migrate(alone);
    if (settings.seed) await seed(alone, resources);
    await nameFirstAdmin(alone, settings);
  });
  await warnOfClock(database);
}

/** Says where the server is, who can sign in with which role, and where the codes appear. */
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
