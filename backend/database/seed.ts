import { seedBooks } from '#backend/books/seed.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { Database } from './connection.ts';
import { seedUsers } from './seed-users.ts';

/** Sample records by resource; a resource whose config entry is missing or has changed adds nothing. */
const samples = [seedBooks];

/**
 * Adds missing sample accounts and sample records as demo data. The accounts do not depend on the resources.
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
