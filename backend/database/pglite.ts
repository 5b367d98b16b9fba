import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import { lockDataDirectory } from './data-directory-lock.ts';
import { takeTurns } from './take-turns.ts';

/**
 * Opens MikroORM on the embedded PostgreSQL: a running one, or in `<dataDir>/database`, locked for this process, or in
 * memory.
 *
 * @throws DatabaseUnavailable when another process holds the lock on the directory.
 */
export async function openPglite(options: {
  dataDir?: string | undefined;
  template?: Blob | undefined;
  pglite?: PGlite | undefined;
  orm: object;
}) {
  const unlock = options.dataDir ? lockDataDirectory(options.dataDir) : () => {};
  try {
    const orm = await MikroORM.init({
      ...options.orm,
      dbName: options.dataDir ? join(options.dataDir, 'database') : 'memory://',
      driverOptions: { extensions: { pg_trgm } },
    });
    // Set only now: MikroORM clones its options, which neither of them survives.
    const { template: loadDataDir, pglite: running } = options;
    Object.assign(
      orm.config.get('driverOptions'),
      loadDataDir && { loadDataDir },
      running && { pglite: running },
    );
    const pglite: PGlite = await (orm.driver.getConnection() as PgliteConnection).getNativeClient();
    if (!running) takeTurns(pglite);
    // biome-ignore lint/plugin: the two drivers differ only in how they connect; their EntityManagers are the same class
    return { orm: orm as unknown as PostgresOrm, pglite, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
