import { type Database, openDatabase } from '@bindery/backend/database/connection.ts';
import { countAffectedRows, describeEffect, hintsFor } from '@bindery/backend/database/migrations/plan.ts';
import {
  createSnapshotMigrator,
  PlanningMigrator,
} from '@bindery/backend/database/migrations/planning-migrator.ts';
import { sql } from 'kysely';
import type { Change, Verdict } from './change.ts';

/** The options of a database in memory, with another one. */
type Planning = Omit<Parameters<typeof openDatabase>[0], 'url'> & {
  /** Opens the database whose rows are counted; returns undefined if there is none yet. */
  readonly open: () => Promise<Database | undefined>;
};

/**
 * Plans the migration from the last snapshot to the entities: its statements with their locks, and the rows
 * that it may lose or not fit.
 */
export async function planSql({ open, ...memory }: Planning): Promise<Change[]> {
  const plan = await (await createSnapshotMigrator(memory.entities, memory.migrations)).plan();
  if (plan.statements.length === 0) return [];
  const problems: Change[] = [];
  const report = (what: string) => (error: Error) => {
    problems.push(changeOf('review', `${what}: ${error.message}`));
  };
  const measured = await measureInMemory().catch(report('The locks are not known'));
  const counted = await countAffectedRows(plan, open).catch(report('The rows were not counted'));
  const { losses, requirements } = counted ?? plan;
  return [
    ...(measured ?? plan.statements.map((statement) => changeOf('safe', statement))),
    // The hints are the same for all losses.
    ...losses.map((loss, index) =>
      changeOf('lossy', describeEffect(loss), index === losses.length - 1 ? hintsFor(losses) : []),
    ),
    ...requirements.map((requirement) => {
      const { rows } = requirement;
      const verdict = rows === undefined ? 'review' : rows > 0 ? 'impossible' : 'safe';
      return changeOf(verdict, describeEffect(requirement));
    }),
    ...problems,
  ];

  /** Measures on an embedded database with the tables of the earlier migrations. */
  async function measureInMemory(): Promise<Change[]> {
    const database = await openDatabase(memory);
    try {
      await new PlanningMigrator(database.orm.em).up();
      return await measureLocks(database, plan.statements);
    } finally {
      await database.close();
    }
  }
}

const changeOf = (verdict: Verdict, subject: string, details: readonly string[] = []): Change => {
  return { area: 'sql', subject, what: '', verdict, details };
};

/**
 * Runs the statements of a migration on a database without rows, and reports each with its effects on the
 * tables that exist before the migration, as PostgreSQL itself reports them: its locks, scans, and new files.
 * Whether PostgreSQL reads or rewrites a table does not depend on its rows.
 */
export async function measureLocks({ kysely }: Database, statements: readonly string[]): Promise<Change[]> {
  const [existing] = (await TABLES.execute(kysely)).rows;
  const changes: Change[] = [];
  for (const statement of statements) {
    // In a transaction of its own, so that it takes its locks itself.
    const { rows } = await kysely.transaction().execute(async (transaction) => {
      await rememberTables(existing!.oids).execute(transaction);
      await sql.raw(statement).execute(transaction);
      return EFFECTS.execute(transaction);
    });
    const verdict = rows.some(({ isBlocking }) => isBlocking) ? 'blocking' : 'safe';
    const effects = rows.map(({ effect }) => effect);
    changes.push(changeOf(verdict, statement, effects));
  }
  return changes;
}

const TABLES = sql<{ oids: string }>`select coalesce(array_agg(oid), '{}')::text as oids
  from pg_class where relkind = 'r' and relnamespace = current_schema::regnamespace`;

/** Stores the files with the rows of some tables, and how often this session has scanned them. */
const rememberTables = (oids: string) => sql`create temp table tables_before_statement on commit drop as
  select oid, relname, pg_relation_filenode(oid) as file, pg_stat_get_xact_numscans(oid) as scans
  from pg_class where oid = any(${sql.lit(oids)})`;

/**
 * Compares the stored tables with the locks of the transaction, which are held until the migration commits.
 * A table whose rows are rewritten has a new file. A statement is blocking if no other transaction can read
 * the table while it reads or writes all of its rows.
 */
const EFFECTS = sql<{ effect: string; isBlocking: boolean }>`with locks (mode, name, strength) as (values
    ('AccessShareLock', 'ACCESS SHARE', 1), ('RowShareLock', 'ROW SHARE', 2),
    ('RowExclusiveLock', 'ROW EXCLUSIVE', 3), ('ShareUpdateExclusiveLock', 'SHARE UPDATE EXCLUSIVE', 4),
    ('ShareLock', 'SHARE', 5), ('ShareRowExclusiveLock', 'SHARE ROW EXCLUSIVE', 6),
    ('ExclusiveLock', 'EXCLUSIVE', 7), ('AccessExclusiveLock', 'ACCESS EXCLUSIVE', 8))
  select distinct on (relname) concat_ws(', ', relname || ': ' || name, work) as effect,
    name = 'ACCESS EXCLUSIVE' and work is not null as "isBlocking"
  from tables_before_statement
    join pg_locks on relation = oid and pid = pg_backend_pid() join locks using (mode)
    cross join lateral (select case
      when pg_relation_filenode(oid) <> file then 'writes all rows again'
      when pg_stat_get_xact_numscans(oid) = scans then null
      when name = 'ROW EXCLUSIVE' then 'changes some rows' else 'reads all rows' end) as rows (work)
  order by relname, strength desc`;
