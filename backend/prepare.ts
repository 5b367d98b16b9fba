import resources from '#resources.config';
import { nameFirstAdmin } from './auth/first-admin.ts';
import type { Database } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { seed } from './database/seed.ts';
import { sampleAccounts } from './database/seed-users.ts';
import type { Settings } from './settings.ts';

/** Brings a database to where the server can work with it: its tables, the first admin, and samples where wanted. */
export async function prepare(database: Database, settings: Settings): Promise<void> {
  await migrate(database);
  if (settings.seed) await seed(database, resources);
  await nameFirstAdmin(database, settings);
}

/** Says where the server is, who can sign in with which role, and where the codes appear. */
export async function greet(database: Database, settings: Settings): Promise<void> {
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
