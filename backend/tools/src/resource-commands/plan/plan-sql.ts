import { type Database, openDatabase, type Transaction } from '@bindery/backend/database/connection.ts';
import {
  countAffectedRows,
  describeEffect,
  hasRowsToCount,
  hintsFor,
  type Plan,
} from '@bindery/backend/database/migrations/plan.ts';
import {
  createSnapshotMigrator,
  PlanningMigrator,
} from '@bindery/backend/database/migrations/planning-migrator.ts';
import type { EntitySchema } from '@mikro-orm/core';
import { CompiledQuery } from 'kysely';
import type { Change, Verdict } from './change.ts';

const WORK = {
  none: '',
  scan: ', reads all rows',
  update: ', changes some rows',
  rewrite: ', writes all rows again',
} as const;

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
  const { statements } = plan;
  if (statements.length === 0) return [];
  const unknown: Change[] = [];
  const effects = await measured().catch(inReport('The locks are not known'));
  const { losses, requirements } = (await counted().catch(inReport('The rows were not counted'))) ?? plan;
  return [
    ...statements.map((statement, index) => describeStatement(statement, effects?.[index] ?? [])),
    ...losses.map((loss, index) =>
      // The hints are the same for all losses.
      change(describeEffect(loss), 'lossy', index === losses.length - 1 ? hintsFor(losses) : []),
    ),
    ...requirements.map((requirement) => {
      const { rows } = requirement;
      return change(
        describeEffect(requirement),
        rows === undefined ? 'review' : rows > 0 ? 'impossible' : 'safe',
      );
    }),
    ...unknown,
  ];

  /** Measures on an embedded database in memory with the tables of the earlier migrations. */
  async function measured(): Promise<Effect[][]> {
    const scratch = await openDatabase({ entities, migrations, template });
    try {
      await new PlanningMigrator(scratch.orm.em).up();
      return await measureLocks(scratch, statements);
    } finally {
      await scratch.close();
    }
  }

  async function counted(): Promise<Plan> {
    const database = hasRowsToCount(plan) ? await open() : undefined;
    if (!database && hasRowsToCount(plan)) throw new Error('There is no database yet.');
    return database ? countAffectedRows(plan, async () => database) : plan;
  }

  function inReport(what: string) {
    return ({ message }: Error): undefined => {
      unknown.push(change(`${what}: ${message}`, 'review'));
    };
  }
}

const change = (subject: string, verdict: Verdict, details: readonly string[] = []): Change => ({
  area: 'sql',
  subject,
  what: '',
  verdict,
  details,
});

function describeStatement(statement: string, effects: readonly Effect[]): Change {
  const isBlocking = effects.some(({ lock, work }) => lock === 'ACCESS EXCLUSIVE' && work !== 'none');
  const details = effects.map(({ table, lock, work }) => `${table}: ${lock}${WORK[work]}`);
  return change(statement, isBlocking ? 'blocking' : 'safe', details);
}

/** PostgreSQL's table locks, the weakest first. Each is held until the migration commits. */
const LOCKS = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;

/** The name of a lock of a table. */
type Lock = (typeof LOCKS)[number];

/** The effect of a statement on an existing table. */
interface Effect {
  readonly table: string;
  /** The strongest lock that it takes. */
  readonly lock: Lock;
  /** Whether it reads all rows, changes some of them, or writes all of them again. */
  readonly work: 'none' | 'scan' | 'update' | 'rewrite';
}

/**
 * Runs the statements of a migration on a database without rows, and returns the effects of each on the tables
 * that exist before the migration, as PostgreSQL itself reports them: its locks, scans, and new files.
 * Whether PostgreSQL reads or rewrites a table does not depend on its rows.
 */
export async function measureLocks(database: Database, statements: readonly string[]): Promise<Effect[][]> {
  const existing = await rowsOf<Table>(database.kysely, TABLES);
  const isExisting = ({ oid }: Table) => existing.some((table) => table.oid === oid);
  const effects: Effect[][] = [];
  for (const statement of statements)
    effects.push(
      // In a transaction of its own, so that it takes its locks itself.
      await database.kysely.transaction().execute(async (transaction) => {
        const before = await rowsOf<Table>(transaction, TABLES);
        await transaction.executeQuery(CompiledQuery.raw(statement));
        const locks = await rowsOf<Held>(transaction, HELD);
        return before.filter(isExisting).flatMap((table) => effectOn(table, locks));
      }),
    );
  return effects;
}

/** The tables, the files with their rows, and how often this session has scanned them. */
const TABLES = `select oid, relname as table, pg_relation_filenode(oid) as file,
  pg_stat_get_xact_numscans(oid) as scans from pg_class
  where relkind = 'r' and relnamespace = current_schema::regnamespace order by relname`;

/** The locks of this transaction; a table whose rows are written again has a new file. */
const HELD = `select relation as oid, mode, pg_relation_filenode(relation) as file,
  pg_stat_get_xact_numscans(relation) as scans
  from pg_locks where locktype = 'relation' and pid = pg_backend_pid()`;

interface Measured {
  readonly oid: number;
  readonly file: number | null;
  readonly scans: number | string;
}

interface Table extends Measured {
  readonly table: string;
}

interface Held extends Measured {
  /** Such as `AccessExclusiveLock`. */
  readonly mode: string;
}

const rowsOf = async <Row>(kysely: Transaction, sql: string): Promise<Row[]> =>
  (await kysely.executeQuery<Row>(CompiledQuery.raw(sql))).rows;

function effectOn({ oid, table, file, scans }: Table, held: readonly Held[]): Effect[] {
  const own = held.filter((one) => one.oid === oid);
  const names = own.map(({ mode }) =>
    mode
      .replace('Lock', '')
      .replaceAll(/\B[A-Z]/g, ' $&')
      .toUpperCase(),
  );
  const lock = LOCKS.findLast((name) => names.includes(name));
  if (!lock) return [];
  const isRewritten = own.some((one) => one.file !== null && one.file !== file);
  const isScanned = own.some((one) => Number(one.scans) > Number(scans));
  const isUpdated = lock === 'ROW EXCLUSIVE';
  return [
    { table, lock, work: isRewritten ? 'rewrite' : !isScanned ? 'none' : isUpdated ? 'update' : 'scan' },
  ];
}
