import resources from '#resources.config';
import { SAMPLE_ADMIN, SAMPLE_USER } from './auth/demo-accounts.ts';
import { nameFirstAdmin } from './auth/first-admin.ts';
import type { Database } from './database/connection.ts';
import { migrate } from './database/migrate.ts';
import { seed } from './database/seed.ts';
import { warnOfClock } from './health/clock.ts';
import type { Settings } from './settings.ts';

/**
 * Brings a database to where the server can work with it: its tables, the first admin, and samples where wanted.
 * Servers that start at the same moment on one PostgreSQL take turns: else both would find it empty, and fill it.
 */
export async function prepare(database: Database, settings: Settings): Promise<void> {
  await database.alone(async (alone) => {
    await migrate(alone);
    if (settings.seed) await seed(alone, resources);
    await nameFirstAdmin(alone, settings);
  });
  await warnOfClock(database);
}

/** Says where the server is, who can sign in, and where the codes appear. */
export function greet({ baseUrl, isLocal, seed: hasSamples }: Settings): void {
  const lines = [
    `Bindery is ready: ${baseUrl}`,
    ...(hasSamples ? [`Accounts: ${SAMPLE_ADMIN} (admin) and ${SAMPLE_USER} (user)`] : []),
    ...(isLocal ? [`Sign-in codes appear here and at ${baseUrl}/outbox`] : []),
  ];
  process.stdout.write(`\n${lines.map((line) => `  ${line}`).join('\n')}\n\n`);
}
