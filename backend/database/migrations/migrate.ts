import type { Database } from '../connection.ts';
import { DatabaseUnavailable } from '../connection-errors.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/**
 * Brings the tables up to date with the migrations. Servers that start at the same moment on one PostgreSQL take turns.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseUnavailable when resources.config.ts asks for more than the migrations give.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.alone(({ orm }) => migrateNow(new PlanningMigrator(orm.em)));
}

async function migrateNow(migrator: PlanningMigrator): Promise<string[]> {
  const { statements, summary } = await migrator.plan();
  if (statements.length > 0)
    throw new DatabaseUnavailable(
      `resources.config.ts and the folder migrations disagree (${summary.join('; ')}): run \`npm run migration:create\`.`,
    );
  return (await migrator.up()).map(({ name }) => name);
}
