import { type Database, openDatabase, type Transaction } from '@bindery/backend/database/connection.ts';
import { countAffectedRows, describeEffect, hintsFor } from '@bindery/backend/database/migrations/plan.ts';
import {
  createSnapshotMigrator,
  PlanningMigrator,
} from '@bindery/backend/database/migrations/planning-migrator.ts';
import type { EntitySchema } from '@mikro-orm/core';
import { CompiledQuery } from 'kysely';
import { type Change, changesIn } from './change.ts';

const change = changesIn('sql');

interface Planning {
  readonly entities: readonly EntitySchema[];
  /** Opens the database whose rows are counted; returns undefined if there is none yet. */
  readonly open: () => Promise<Database | undefined>;
  readonly migrations?: string | undefined;
  /** The packed files of a new database; by default, PostgreSQL creates them, which takes seconds. */
  readonly template?: Blob | undefined;
}

/**
 * Plans the migration from the last snapshot to the entities: its statements with their locks, and the rows
 * that it may lose or not fit.
 */
export async function planSql({ entities, open, migrations, template }: Planning): Promise<Change[]> {
  const plan = await (await createSnapshotMigrator(entities, migrations)).plan();
  if (plan.statements.length === 0) return [];
  const problems: Change[] = [];
  const report = (what: string) => (error: Error) => {
    problems.push(change('review', `${what}: ${error.message}`));
  };
  const effects = await measureLocksInMemory().catch(report('The locks are not known'));
  const counted = await countAffectedRows(plan, open).catch(report('The rows were not counted'));
  const { losses, requirements } = counted ?? plan;
  return [
    ...plan.statements.map((statement, index) => describeStatement(statement, effects?.[index])),
    ...losses.map((loss, index) =>
      // The hints are the same for all losses.
      change('lossy', describeEffect(loss), '', index === losses.length - 1 ? hintsFor(losses) : []),
    ),
    ...requirements.map((requirement) => {
      const { rows } = requirement;
      const verdict = rows === undefined ? 'review' : rows > 0 ? 'impossible' : 'safe';
      return change(verdict, describeEffect(requirement));
    }),
    ...problems,
  ];

  /** Measures on an embedded database with the tables of the earlier migrations. */
  async function measureLocksInMemory(): Promise<Effect[][]> {
    const database = await openDatabase({ entities, migrations, template });
    try {
      await new PlanningMigrator(database.orm.em).up();
      return await measureLocks(database, plan.statements);
    } finally {
      await database.close();
    }
  }
}

/** What a statement does with the rows of a table. */
const WORK = {
  none: '',
  scan: ', reads all rows',
  update: ', changes some rows',
  rewrite: ', writes all rows again',
} as const;

function describeStatement(statement: string, effects: readonly Effect[] = []): Change {
  const isBlocking = effects.some(({ lock, work }) => lock === 'ACCESS EXCLUSIVE' && work !== 'none');
  const details = effects.map(({ table, lock, work }) => `${table}: ${lock}${WORK[work]}`);
  return change(isBlocking ? 'blocking' : 'safe', statement, '', details);
}

/** The effect of a statement on an existing table. */
interface Effect {
  readonly table: string;
  /** The strongest lock that it takes, which is held until the migration commits. */
  readonly lock: string;
  readonly work: keyof typeof WORK;
}

/**
 * Runs the statements of a migration on a database without rows, and returns the effects of each on the
 * tables that exist before the migration, as PostgreSQL itself reports them: its locks, scans, and new files.
 * Whether PostgreSQL reads or rewrites a table does not depend on its rows.
 */
export async function measureLocks({ kysely }: Database, statements: readonly string[]): Promise<Effect[][]> {
  const existing = await rowsOf<{ oid: number }>(kysely, TABLES);
  const effects: Effect[][] = [];
  for (const statement of statements)
    effects.push(
      // In a transaction of its own, so that it takes its locks itself.
      await kysely.transaction().execute(async (transaction) => {
        await rowsOf(transaction, rememberTables(existing.map(({ oid }) => oid)));
        await rowsOf(transaction, statement);
        return rowsOf<Effect>(transaction, EFFECTS);
      }),
    );
  return effects;
}

const rowsOf = async <Row>(kysely: Transaction, sql: string): Promise<Row[]> =>
  (await kysely.executeQuery<Row>(CompiledQuery.raw(sql))).rows;

const TABLES = `select oid from pg_class where relkind = 'r' and relnamespace = current_schema::regnamespace`;

/** Stores the files with the rows of some tables, and how often this session has scanned them. */
const rememberTables = (
  oids: readonly number[],
) => `create temp table tables_before_statement on commit drop as
  select oid, relname, pg_relation_filenode(oid) as file, pg_stat_get_xact_numscans(oid) as scans
  from pg_class where oid in (${oids.join() || 'null'})`;

/**
 * Compares the stored tables with the locks of the transaction. A table whose rows are rewritten has a new
 * file.
 */
const EFFECTS = `with locks (mode, name, strength) as (values
    ('AccessShareLock', 'ACCESS SHARE', 1), ('RowShareLock', 'ROW SHARE', 2),
    ('RowExclusiveLock', 'ROW EXCLUSIVE', 3), ('ShareUpdateExclusiveLock', 'SHARE UPDATE EXCLUSIVE', 4),
    ('ShareLock', 'SHARE', 5), ('ShareRowExclusiveLock', 'SHARE ROW EXCLUSIVE', 6),
    ('ExclusiveLock', 'EXCLUSIVE', 7), ('AccessExclusiveLock', 'ACCESS EXCLUSIVE', 8))
  select distinct on (relname) relname as table, name as lock, case
      when pg_relation_filenode(oid) <> file then 'rewrite'
      when pg_stat_get_xact_numscans(oid) = scans then 'none'
      when name = 'ROW EXCLUSIVE' then 'update' else 'scan' end as work
  from tables_before_statement
    join pg_locks on relation = oid and pid = pg_backend_pid() join locks using (mode)
  order by relname, strength desc`;
