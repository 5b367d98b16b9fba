import type { Database, Transaction } from '@bindery/backend/database/connection.ts';
import { CompiledQuery } from 'kysely';

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
export interface Effect {
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
