import { fileURLToPath } from 'node:url';

const PROJECT_MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** How MikroORM keeps migrations: plain .ts files beside one snapshot, against which the next one is compared. */
export function migrationSettings(folder = PROJECT_MIGRATIONS) {
  return {
    path: folder,
    glob: '!(*.d).{js,ts}',
    emit: 'ts' as const,
    snapshotName: 'snapshot',
    snapshotOnMigrate: false,
    tableName: 'migrations',
    silent: true,
  };
}
