import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { productRoot } from '@bindery/contract/api/product.ts';
import type { Create, FieldValues } from '@bindery/contract/records/resources/types.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { AllResources, Role } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { insertSamples } from '#backend/extend/samples/insert-samples.ts';
import { logger } from '#backend/logging/logger.ts';
import type { FieldsOf } from '#backend/records/resources/app-tools.ts';
import { seedUsers } from './samples/seed-users.ts';

/**
 * Adds the sample records of one extension; the default export of `backend/extensions/<resource>/seed.ts`.
 * @returns whether anything was added. Nothing is added if a config entry is missing or has changed.
 */
type Seed = (database: Database, resources: AllResources) => Promise<boolean>;

/**
 * Adds missing sample accounts and sample records as demo data. The accounts do not depend on the resources.
 * A product without sample records gets no users with invented activity either.
 * @returns whether anything was added.
 */
export async function seed(database: Database, resources: AllResources): Promise<boolean> {
  const folder = join(productRoot(), 'backend/extensions');
  const files = globSync('*/seed.ts', { cwd: folder }).sort();
  let added = await seedUsers(database, rolesOf(resources), { onlyAccounts: files.length === 0 });
  for (const file of files) {
    const { default: seedSamples }: { default: Seed } = await import(pathToFileURL(join(folder, file)).href);
    added = (await seedSamples(database, resources)) || added;
  }
  return added;
}

/** Sample records by resource, referenced ones first. A referenced record has an `id` from `newId()`. */
export type SampleRecords = {
  readonly [N in ResourceName]?: readonly (Create<FieldsOf<N>> &
    FieldValues<FieldsOf<N>> & { readonly id?: string })[];
};

/** What sample records may use. */
export interface SeedContext {
  /** Returns the id of the first user of a role. Throws an Error if there is none. */
  userOf(role: Role): string;
}

/**
 * Defines the sample records of a resource, and of others that belong to it, typed from their entries:
 * `export default defineSeed('tools', () => ({ tools: [{ name: 'Hand saw' }] }))`. A server in local mode
 * adds all of them, or none, when it starts and the table of the resource is empty. The records may contain
 * `readOnly` fields; hooks do not run. The log names values that the entries do not allow, with the resource,
 * the number of the record and its fields.
 */
export const defineSeed =
  (resource: ResourceName, samples: (context: SeedContext) => SampleRecords): Seed =>
  async (database, resources) => {
    const own = resources[resource];
    if (!own) return false;
    const existing = await database.query({ sql: `select from "${own.table}" limit 1`, parameters: [] });
    if (existing.length > 0) return false;
    const users = await database.query<{ id: string; role: string }>({
      sql: 'select id, role from users order by created_at, id',
      parameters: [],
    });
    const userOf = (role: Role) => {
      const user = users.find((one) => one.role === role);
      if (!user) throw new Error(`No user has the role ${role} for the sample records of ${resource}.`);
      return user.id;
    };
    const made: Readonly<Record<string, readonly object[] | undefined>> = samples({ userOf });
    const reject = (reason: string) =>
      logger.error(
        `No sample records of ${resource} were added, because they do not match their entries: ${reason}`,
      );
    const tables = Object.entries(made).flatMap(([name, records = []]) => {
      const of = resources[name];
      if (!of) reject(`the resource ${name} does not exist`);
      return of
        ? [{ resource: of, records: records.map((record) => ({ id: newId(), ...record })), isStrict: true }]
        : [];
    });
    return tables.length === Object.keys(made).length && insertSamples(database, tables, reject);
  };
