import type { DatabaseSchema } from '@mikro-orm/sql';
import type { Database } from '../connection.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/** The migration that creates the function `fold`, which every database needs. */
const FIRST_MIGRATION = 'Migration20260101000000_fold';

/** Runs only the first migration. */
export const runFirstMigration = (database: Database) =>
  new PlanningMigrator(database.orm.em).up({ to: FIRST_MIGRATION });

/** A migrator without a snapshot, so that its plan creates every table. */
export class MigratorFromNothing extends PlanningMigrator {
  override async getSchemaFromSnapshot(): Promise<DatabaseSchema | undefined> {
    return undefined;
  }
}

/** Creates the tables of the entities in an empty database, regardless of the migrations. */
export async function createTables(database: Database): Promise<void> {
  await runFirstMigration(database);
  await runPlan(database, new MigratorFromNothing(database.orm.em));
}

/** Runs the plan of a migrator. */
export async function runPlan(database: Database, migrator: PlanningMigrator): Promise<void> {
  const { statements } = await migrator.plan();
  await database.runScript(statements.map((statement) => statement.replace(/;?\s*$/, ';')).join('\n'));
}
