import { seedBooks } from '#backend/books/seed.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { Database } from './connection.ts';
import { seedUsers } from './seed-users.ts';

/** Sample records of resources, each on its own: one whose entry has gone or has changed adds nothing. */
const samples = [seedBooks];

/**
 * Adds the sample accounts and the sample records that are missing, so that there is something to look at. The
 * accounts depend on no resource: they are there whatever the entries say.
 *
 * @returns whether anything was added.
 */
export async function seed(
  database: Database,
  resources: Readonly<Record<string, Resource>>,
): Promise<boolean> {
  let added = await seedUsers(database);
  for (const seedSamples of samples) added = (await seedSamples(database, resources)) || added;
  return added;
}
