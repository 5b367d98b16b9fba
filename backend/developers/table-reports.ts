import type { Database } from '#backend/database/connection.ts';
import type { TableReport } from '#contract/developers/routes.ts';
import type { Resource } from '#contract/schema/index.ts';

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

type OfTable<Part> = Part & { readonly table: string };
type Counted<Part> = Omit<Part, 'rows' | 'bytes'> & { readonly rows?: unknown; readonly bytes: unknown };

/** Returns the tables of a resource: its own, then its join tables. */
export const tablesOf = ({ table, fields }: Resource): string[] => [
  table,
  ...Object.values(fields).flatMap(({ join }) => (join ? [join.table] : [])),
];

/** Reads tables with their columns, indexes and sizes from the database, in the order of their names given. */
export async function reportTables(
  { query }: Pick<Database, 'query'>,
  names: readonly string[],
): Promise<TableReport[]> {
  const parameters = [names];
  const [tables, columns, indexes] = await Promise.all([
    query<Counted<{ name: string }>>({ sql: TABLES, parameters }),
    query<OfTable<TableReport['columns'][number]>>({ sql: COLUMNS, parameters }),
    query<OfTable<Counted<TableReport['indexes'][number]>>>({ sql: INDEXES, parameters }),
  ]);
  return names.flatMap((name) => {
    const found = tables.find((table) => table.name === name);
    if (!found) return [];
    const rows = Number(found.rows);
    return {
      ...{ name, bytes: Number(found.bytes) },
      // Minus one before PostgreSQL has looked at it.
      rows: rows < 0 ? null : Math.round(rows),
      columns: columns.filter(({ table }) => table === name).map(({ table: _, ...column }) => column),
      indexes: indexes
        .filter(({ table }) => table === name)
        .map(({ name: index, definition, bytes }) => ({ name: index, definition, bytes: Number(bytes) })),
    };
  });
}
