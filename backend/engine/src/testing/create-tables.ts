import { productResources } from '@bindery/contract/api/product.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { MikroORM } from '@mikro-orm/postgresql';
import type { DatabaseSchema, SqlSchemaGenerator } from '@mikro-orm/sql';
import type { Database } from '#backend/database/connection.ts';
import { createEntities } from '#backend/database/entities.ts';
import { migrate } from '#backend/database/migrations/migrate.ts';
import {
  createTables,
  MigratorFromNothing,
  PlanningMigrator,
  runPlan,
} from '#backend/database/migrations/planning-migrator.ts';
import { ormOptions } from '#backend/database/orm-options.ts';

/** A database for these has only the tables that every product has, such as those of users and sessions. */
export const NO_RESOURCES: AllResources = {};

/** Creates all tables: of resources.config.ts with the migrations, of others from their entities. */
export async function makeTables(database: Database, resources: AllResources): Promise<void> {
  if (resources === productResources()) {
    await migrate(database);
    return;
  }
  await createTables(database);
  // Marks all migrations as run: otherwise a server would not report itself as ready.
  for (const { name } of await new MigratorFromNothing(database.orm.em).getPending())
    await database.kysely.insertInto('migrations').values({ name }).execute();
}

/** Adds the tables of the resources to a database that has those of `NO_RESOURCES`. */
export const addTables = async (database: Database): Promise<void> =>
  runPlan(database, new MigratorFromNoResources(database.orm.em));

let withoutResources: Promise<MikroORM> | undefined;

/** A migrator whose plan creates only the tables that `NO_RESOURCES` lacks. */
class MigratorFromNoResources extends PlanningMigrator {
  override async getSchemaFromSnapshot(): Promise<DatabaseSchema | undefined> {
    withoutResources ??= MikroORM.init({ ...ormOptions(createEntities(NO_RESOURCES)), dbName: 'none' });
    const { config } = await withoutResources;
    return config.getExtension<SqlSchemaGenerator>('@mikro-orm/schema-generator')?.getTargetSchema();
  }
}
