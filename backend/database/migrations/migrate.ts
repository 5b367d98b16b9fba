import type { Database } from '../connection.ts';
import { DatabaseUnavailable } from '../connection-errors.ts';
import { PlanningMigrator } from './planning-migrator.ts';

/** PostgreSQL's code for an exception that a statement raises itself. */
const RAISED = 'P0001';

/**
 * Runs pending migrations. Servers that start at the same time on one PostgreSQL wait for each other.
 *
 * @returns the names of the migrations that ran.
 * @throws DatabaseUnavailable when resources.config.ts has changes without a migration, or when existing rows
 *   do not allow a migration: all of them are rolled back then.
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
    throw toUnavailable(error) ?? error;
  }
}

/**
 * Converts the error of a migration that existing rows do not allow to a one-line message; everything is
 * rolled back then.
 */
function toUnavailable(error: unknown): DatabaseUnavailable | undefined {
  let message: string | undefined;
  // The innermost error is PostgreSQL's own; the outer ones repeat the statement.
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as Wrapping).previous)
    if ((cause as Wrapping).code === RAISED) message = cause.message;
  return message === undefined
    ? undefined
    : new DatabaseUnavailable(`The rows do not allow a migration: ${message.split('\n', 1)[0]}`);
}

interface Wrapping extends Error {
  readonly code?: unknown;
  readonly previous?: unknown;
}
