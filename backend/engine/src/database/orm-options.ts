import { fileURLToPath } from 'node:url';
import { type EntitySchema, UnderscoreNamingStrategy } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';

const PROJECT_MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** Returns the MikroORM options for both engines, and for use without a database. */
export function ormOptions(entities: readonly EntitySchema[], migrations = PROJECT_MIGRATIONS) {
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
