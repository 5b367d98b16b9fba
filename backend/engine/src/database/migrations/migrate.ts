import type { EntitySchema } from '@mikro-orm/core';
import type { Database } from '../connection.ts';
import { DatabaseUnavailable } from '../connection-errors.ts';
import { createSnapshotMigrator, PlanningMigrator } from './planning-migrator.ts';

/** PostgreSQL's code for an exception that a statement raises itself. */
const RAISED = 'P0001';

/** PostgreSQL's code classes for rows that a statement cannot change: text for a number, a missing value. */
const UNFIT_ROWS = /^2[23]/;

/** PostgreSQL's classes of codes for a statement that does not fit the existing tables. */
const UNFIT = /^(42|2B)/;

/**
 * Runs pending migrations. Servers that start at the same time on one PostgreSQL wait for each other.
 * @returns the names of the migrations that ran.
 * @throws DatabaseUnavailable if resources.config.ts has changes without a migration, or if existing rows or
 * tables do not allow a migration: all of them are then rolled back.
 */
export async function migrate(database: Database): Promise<string[]> {
  return database.alone(async ({ orm }) => {
    const migrator = new PlanningMigrator(orm.em);
    await requireNoChanges(migrator);
    let running = '';
    migrator.on('migrating', ({ name }) => {
      running = name;
    });
    try {
      return (await migrator.up()).map(({ name }) => name);
    } catch (error) {
      throw toUnavailable(error, running) ?? error;
    }
  });
}

/**
 * Requires a migration for each change of resources.config.ts; a start checks it first, without a database.
 * @throws DatabaseUnavailable if a migration is missing.
 */
export async function requireMigrations(
  entities: readonly EntitySchema[],
  migrations?: string,
): Promise<void> {
  await requireNoChanges(await createSnapshotMigrator(entities, migrations));
}

async function requireNoChanges(migrator: PlanningMigrator): Promise<void> {
  const { statements, summary } = await migrator.plan();
  if (statements.length > 0)
    throw new DatabaseUnavailable(
      `resources.config.ts and the folder migrations disagree (${summary.join('; ')}): run \`npm run bindery migration create\`.`,
    );
}

/**
 * Converts the error of a migration that existing rows or tables do not allow to a one-line message;
 * everything was rolled back. `migration` is the name of the migration that ran.
 */
function toUnavailable(error: unknown, migration: string): DatabaseUnavailable | undefined {
  let innermost: Wrapping | undefined;
  // The innermost error is PostgreSQL's own; the outer ones repeat the statement.
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? (cause as Wrapping).previous)
    if (typeof (cause as Wrapping).code === 'string') innermost = cause;
  if (innermost === undefined) return undefined;
  const reason = innermost.message.split('\n', 1)[0];
  if (innermost.code === RAISED)
    return new DatabaseUnavailable(`The rows do not allow a migration: ${reason}`);
  const name = migration.replace(/\.[jt]s$/, '');
  if (UNFIT_ROWS.test(String(innermost.code)))
    return new DatabaseUnavailable(
      `The rows do not allow the migration ${name}, and nothing was changed: ${reason}`,
    );
  if (!UNFIT.test(String(innermost.code))) return undefined;
  return new DatabaseUnavailable(
    `The migration ${name} does not fit the database, and nothing was changed: ${reason}. The database is not the result of the earlier migrations.`,
  );
}

interface Wrapping extends Error {
  readonly code?: unknown;
  readonly previous?: unknown;
}
