import { CompiledQuery } from 'kysely';
import type { Database } from './connection.ts';
import { PlanningMigrator } from './migrator.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** One number for all servers on a database: who holds it migrates, the others wait. */
const LOCK = 7_421_305;

/**
 * Brings the tables up to date with the migrations. Servers that start at the same moment on one PostgreSQL take turns.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseUnavailable when resources.config.ts asks for more than the migrations give.
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new PlanningMigrator(database.orm.em);
  const { statements, summary } = await migrator.plan();
  if (statements.length > 0)
    throw new DatabaseUnavailable(
      `resources.config.ts and the folder migrations disagree (${summary.join('; ')}): run \`npm run migration:create\`.`,
    );
  const run = async () => (await migrator.up()).map(({ name }) => name);
  if (database.engine === 'pglite') return run();
  return database.kysely.connection().execute(async (connection) => {
    await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_lock(${LOCK})`));
    try {
      return await run();
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_unlock(${LOCK})`));
    }
  });
}
