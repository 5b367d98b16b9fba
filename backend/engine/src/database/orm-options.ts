import { join } from 'node:path';
import { productRoot } from '@bindery/contract/api/product.ts';
import { type EntitySchema, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';

/** The MikroORM options for both engines, or without a database; by default the product's migrations. */
export function ormOptions(
  entities: readonly EntitySchema[],
  migrations = join(productRoot(), 'migrations'),
) {
  return {
    entities: [...entities],
    extensions: [Migrator],
    namingStrategy: UnderscoreNamingStrategy,
    allowGlobalContext: false,
    forceUtcTimezone: true,
    migrations: {
      path: migrations,
      glob: '!(*.d).{js,ts}',
      emit: 'ts' as const,
      snapshotName: 'snapshot',
      snapshotOnMigrate: false,
      tableName: 'migrations',
      silent: true,
    },
  };
}
