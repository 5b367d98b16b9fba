import type { Database } from '@bindery/backend/database/connection.ts';
import type {
  DeveloperOverview,
  StatementReport,
  TableReport,
} from '@bindery/contract/api/developers/routes.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { StatementLog } from './statement-log.ts';

const TABLES = `
  select c.relname as name, c.reltuples as rows, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c where c.relname = any($1) and c.relnamespace = current_schema()::regnamespace`;

const COLUMNS = `
  select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as "isNullable",
    coalesce(column_default, generation_expression) as "default"
  from information_schema.columns where table_name = any($1) and table_schema = current_schema() order by ordinal_position`;

const INDEXES = `
  select tablename as "table", indexname as name, indexdef as definition,
    pg_relation_size(format('%I.%I', schemaname, indexname)::regclass)::float8 as bytes
  from pg_indexes where tablename = any($1) and schemaname = current_schema() order by indexname`;

/** The maximum number of rows that are counted in a table without PostgreSQL statistics. */
const MAX_COUNTED = 10_000;

type OfTable<Part> = Part & { readonly table: string };

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
  const tables = await query<TableSize>({ sql: TABLES, parameters: [names] });
  const sizes = await Promise.all(
    tables.map(async (table) => ({ ...table, rows: await rowsOf({ query }, table) })),
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
    query<OfTable<TableReport['indexes'][number]>>({ sql: INDEXES, parameters }),
  ]);
  return tables.map((table) => {
    const ofTable = <Part>(parts: readonly OfTable<Part>[]) =>
      parts.filter((part) => part.table === table.name).map(({ table: _, ...part }) => part);
    return { ...table, columns: ofTable(columns), indexes: ofTable(indexes) };
  });
}

async function rowsOf({ query }: Pick<Database, 'query'>, { name, rows }: TableSize) {
  if (rows >= 0) return Math.round(rows);
  const sql = `select count(*)::int as count from (select from "${name}" limit ${MAX_COUNTED}) as counted`;
  const [counted] = await query<{ count: number }>({ sql, parameters: [] });
  return counted?.count ?? 0;
}

type ByName = Readonly<Record<string, Resource>>;

/** Returns the SQL that formats a timestamp as JavaScript does. */
const isoText = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const JOBS = `
  select id, name as queue, state::text as state, ${isoText('created_on')} as "createdOn",
    ${isoText('completed_on')} as "completedOn",
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
type JobRow = Omit<Activity['jobs'][number], 'resource'>;

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
  }));
  return { jobs, schedules };
}
