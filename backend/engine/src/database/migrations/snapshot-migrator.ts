import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../orm-options.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/**
 * Creates a migrator without a database: it compares the entities with the snapshot and writes migrations.
 */
export async function createSnapshotMigrator(
  entities: readonly EntitySchema[],
  migrations?: string,
): Promise<PlanningMigrator> {
  const orm = await MikroORM.init({ ...ormOptions(entities, migrations), dbName: 'none' });
  return new PlanningMigrator(orm.em);
}
