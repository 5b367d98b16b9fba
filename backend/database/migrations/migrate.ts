import type { Database } from '../connection.ts';
import { DatabaseUnavailable } from '../connection-errors.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/** PostgreSQL's code of what a statement raises by itself. */
const RAISED = 'P0001';

/**
 * Brings the tables up to date with the migrations. Servers that start at the same moment on one PostgreSQL take turns.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseUnavailable when resources.config.ts asks for more than the migrations give, or when the rows do not
 *   allow a migration: all of them are taken back then.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.alone(({ orm }) => migrateNow(new PlanningMigrator(orm.em)));
}

async function migrateNow(migrator: PlanningMigrator): Promise<string[]> {
  const { statements, summary } = await migrator.plan();
  if (statements.length > 0)
    throw new DatabaseUnavailable(
      `resources.config.ts and the folder migrations disagree (${summary.join('; ')}): run \`npm run migration:create\`.`,
    );
  try {
    return (await migrator.up()).map(({ name }) => name);
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** What a migration says of rows that do not allow it, in a line of its own; nothing has changed then. */
function refusalOf(error: unknown): DatabaseUnavailable | undefined {
  let said: string | undefined;
  // The innermost error is PostgreSQL's own; those around it repeat the statement.
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as Wrapping).previous)
    if ((cause as Wrapping).code === RAISED) said = cause.message;
  return said === undefined
    ? undefined
    : new DatabaseUnavailable(`The rows do not allow a migration: ${said.split('\n', 1)[0]}`);
}

interface Wrapping extends Error {
  readonly code?: unknown;
  readonly previous?: unknown;
}
