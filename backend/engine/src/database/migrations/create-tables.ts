import type { DatabaseSchema } from '@mikro-orm/sql';
import type { Database } from '../connection.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/** The migration that creates the function `fold`, which every database needs. */
const FIRST_MIGRATION = 'Migration20260101000000_fold';

/** Runs the first migration, and no other. */
export const runFirstMigration = (database: Database) =>
  new PlanningMigrator(database.orm.em).up({ to: FIRST_MIGRATION });

/** A migrator without a snapshot, so that its plan creates every table. */
export class MigratorFromNothing extends PlanningMigrator {
  override async getSchemaFromSnapshot(): Promise<DatabaseSchema | undefined> {
    return undefined;
  }
}

/** Creates the tables of the entities in an empty database, whatever the migrations say. */
export async function createTables(database: Database): Promise<void> {
  await runFirstMigration(database);
  await runPlan(database, new MigratorFromNothing(database.orm.em));
}

/** Runs what a migrator plans. */
export async function runPlan(database: Database, migrator: PlanningMigrator): Promise<void> {
  const { statements } = await migrator.plan();
  await database.runScript(statements.map((statement) => statement.replace(/;?\s*$/, ';')).join('\n'));
}
