import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { productRoot } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Database } from '#backend/database/connection.ts';
import { seedUsers } from './seed-users.ts';

/**
 * Adds the sample records of one extension; the default export of `backend/extensions/<resource>/seed.ts`.
 * @returns whether anything was added. Nothing is added if a config entry is missing or has changed.
 */
export type Seed = (database: Database, resources: Readonly<Record<string, Resource>>) => Promise<boolean>;

const folder = () => join(productRoot(), 'backend/extensions');

/** Returns the seeds of the installed extensions. */
const seedFiles = (): string[] => globSync('*/seed.ts', { cwd: folder() }).sort();

/**
 * Adds missing sample accounts and sample records as demo data. The accounts do not depend on the resources.
 *
 * @returns whether anything was added.
 */
export async function seed(
  database: Database,
  resources: Readonly<Record<string, Resource>>,
): Promise<boolean> {
  let added = await seedUsers(database, rolesOf(resources));
  for (const file of seedFiles()) {
    const { default: seedSamples }: { default: Seed } = await import(
      pathToFileURL(join(folder(), file)).href
    );
    added = (await seedSamples(database, resources)) || added;
  }
  return added;
}
