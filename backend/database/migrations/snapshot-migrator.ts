import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { PlanningMigrator } from './planning-migrator.ts';
import { ormSettings } from '../orm-options.ts';

/** A migrator without a database: it compares the entities with the snapshot, and writes migrations. */
export async function offlineMigrator(
  entities: readonly EntitySchema[],
  migrations?: string,
): Promise<PlanningMigrator> {
  const orm = await MikroORM.init({ ...ormSettings(entities, migrations), dbName: 'none' });
  return new PlanningMigrator(orm.em);
}
