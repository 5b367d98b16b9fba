import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MikroORM, type PgliteConnection } from '@mikro-orm/pglite';
import type { MikroORM as PostgresOrm } from '@mikro-orm/postgresql';
import { createCluster } from './create-cluster.ts';
import { lockDataDirectory } from './data-directory-lock.ts';
import { endIdleTransactions } from './idle-transactions.ts';
import { takeTurns } from './take-turns.ts';
import { type DatabaseLimits, DEFAULT_LIMITS } from './time-limits.ts';

/** PostgreSQL's default is 128 MB, all of which is in use soon after the start (docs/decisions/memory.md). */
const PARAMETERS = ['-c', 'shared_buffers=32MB'];

/**
 * Opens MikroORM on the embedded PostgreSQL: a running one, or in `<dataDir>/database`, locked for this
 * process, or in memory.
 * @throws DatabaseUnavailable if another process holds the lock on the directory.
 */
export async function openPglite(options: {
  dataDir?: string | undefined;
  template?: Blob | undefined;
  pglite?: PGlite | undefined;
  limits?: Pick<DatabaseLimits, 'idleTransactionMs'> | undefined;
  orm: object;
}) {
  const folder = options.dataDir && join(options.dataDir, 'database');
  const unlock = options.dataDir ? lockDataDirectory(options.dataDir) : () => {};
  try {
    if (folder && !options.template) await createCluster(folder);
    const orm = await MikroORM.init({
      ...options.orm,
      dbName: folder ?? 'memory://',
      driverOptions: { extensions: { pg_trgm }, startParams: [...PGlite.defaultStartParams, ...PARAMETERS] },
    });
    // Set only now: MikroORM clones its options, and cloning breaks both.
    const { template: loadDataDir, pglite: running } = options;
    Object.assign(
      orm.config.get('driverOptions'),
      loadDataDir && { loadDataDir },
      running && { pglite: running },
    );
    const connection = orm.driver.getConnection() as PgliteConnection;
    const pglite: PGlite = await connection.getNativeClient();
    const { idleTransactionMs: idleMs } = options.limits ?? DEFAULT_LIMITS;
    endIdleTransactions({ connection, turns: takeTurns(pglite), idleMs });
    // biome-ignore lint/plugin: the two drivers differ only in how they connect; their EntityManagers are the same class
    return { orm: orm as unknown as PostgresOrm, pglite, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}
