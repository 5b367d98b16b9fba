import type { Database } from '@bindery/backend/database/connection.ts';
import type {
  DeveloperOverview,
  StatementReport,
  TableReport,
} from '@bindery/contract/api/developers/routes.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { StatementLog } from './statement-log.ts';

const TABLES = `
  select c.relname as name, c.reltuples as rows, pg_total_relation_size(c.oid) as bytes
  from pg_class c where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace`;

const COLUMNS = `
  select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as "isNullable",
    coalesce(column_default, generation_expression) as "default"
  from information_schema.columns where table_name = any($1) and table_schema = current_schema() order by ordinal_position`;

const INDEXES = `
  select tablename as "table", indexname as name, indexdef as definition,
    pg_relation_size(format('%I.%I', schemaname, indexname)::regclass) as bytes
  from pg_indexes where tablename = any($1) and schemaname = current_schema() order by indexname`;

/** The maximum number of rows that are counted in a table without PostgreSQL statistics. */
const MOST_COUNTED = 10_000;

type OfTable<Part> = Part & { readonly table: string };
type Counted<Part> = Omit<Part, 'rows' | 'bytes'> & { readonly rows?: unknown; readonly bytes: unknown };

/** Returns the tables of a resource: the main table, then its join tables. */
export const tablesOf = ({ table, fields }: Resource): string[] => [
  table,
  ...Object.values(fields).flatMap(({ join }) => (join ? [join.table] : [])),
];

/** The size of a table. */
type TableSize = Pick<TableReport, 'name' | 'rows' | 'bytes'>;

/** Reads the sizes of the existing tables, in the order of the given names. */
export async function measureTables(
  { query }: Pick<Database, 'query'>,
  names: readonly string[],
): Promise<TableSize[]> {
  const tables = await query<Counted<{ name: string }>>({ sql: TABLES, parameters: [names] });
  const sizes = await Promise.all(
    tables.map(async (table) => ({
      name: table.name,
      rows: await rowsOf({ query }, table),
      bytes: Number(table.bytes),
    })),
  );
  return names.flatMap((name) => sizes.find((size) => size.name === name) ?? []);
}

/** Reads tables with their columns, indexes and sizes from the database, in the order of the given names. */
export async function reportTables(
  { query }: Pick<Database, 'query'>,
  names: readonly string[],
): Promise<TableReport[]> {
  const parameters = [names];
  const [tables, columns, indexes] = await Promise.all([
    measureTables({ query }, names),
    query<OfTable<TableReport['columns'][number]>>({ sql: COLUMNS, parameters }),
    query<OfTable<Counted<TableReport['indexes'][number]>>>({ sql: INDEXES, parameters }),
  ]);
  return tables.map((table) => {
    const isOfTable = (part: { readonly table: string }) => part.table === table.name;
    return {
      ...table,
      columns: columns.filter(isOfTable).map(({ table: _, ...column }) => column),
      indexes: indexes
        .filter(isOfTable)
        .map(({ name: index, definition, bytes }) => ({ name: index, definition, bytes: Number(bytes) })),
    };
  });
}

async function rowsOf({ query }: Pick<Database, 'query'>, { name, rows }: { name: string; rows?: unknown }) {
  if (Number(rows) >= 0) return Math.round(Number(rows));
  const sql = `select count(*)::int as count from (select from "${name}" limit ${MOST_COUNTED}) as counted`;
  const [counted] = await query<{ count: number }>({ sql, parameters: [] });
  return counted?.count ?? 0;
}

type ByName = Readonly<Record<string, Resource>>;

const JOBS = `
  select id, name as queue, state::text as state, extract(epoch from created_on) * 1000 as "createdOn",
    extract(epoch from completed_on) * 1000 as "completedOn",
    left(coalesce(output->>'message', output->>'value'), 500) as error
  from pgboss.job where name not like '\\_\\_pgboss%' order by created_on desc, id desc limit 30`;
const SCHEDULES = `select name as queue, cron, timezone as "timeZone" from pgboss.schedule order by name`;

/** Returns the statements, the slowest first, each with the resources whose tables it names. */
export function reportStatements(log: StatementLog, resources: ByName): StatementReport[] {
  const tables = Object.values(resources).map((resource) => ({
    name: resource.name,
    pattern: new RegExp(`\\b(${tablesOf(resource).join('|')})\\b`),
  }));
  return log.slowest().map((statement) => ({
    ...statement,
    resources: tables.filter(({ pattern }) => pattern.test(statement.sql)).map(({ name }) => name),
  }));
}

type Activity = Pick<DeveloperOverview, 'jobs' | 'schedules'>;
type JobRow = Omit<Activity['jobs'][number], 'createdOn' | 'completedOn'> & {
  readonly createdOn: unknown;
  readonly completedOn: unknown;
};

const isoOf = (milliseconds: unknown) => new Date(Number(milliseconds)).toISOString();

/** Reads the latest jobs and the schedules; none before the queue has created its tables. */
export async function jobsOf({ query }: Pick<Database, 'query'>, resources: ByName): Promise<Activity> {
  const [queue] = await query<{ isThere: boolean }>({
    sql: `select to_regclass('pgboss.job') is not null as "isThere"`,
    parameters: [],
  });
  if (!queue?.isThere) return { jobs: [], schedules: [] };
  const [rows, schedules] = await Promise.all([
    query<JobRow>({ sql: JOBS, parameters: [] }),
    query<Activity['schedules'][number]>({ sql: SCHEDULES, parameters: [] }),
  ]);
  const jobs = rows.map((job) => ({
    ...job,
    resource: Object.keys(resources).find((name) => job.queue.startsWith(`${name}-`)) ?? null,
    createdOn: isoOf(job.createdOn),
    completedOn: job.completedOn === null ? null : isoOf(job.completedOn),
  }));
  return { jobs, schedules };
}
