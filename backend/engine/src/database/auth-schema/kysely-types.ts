import type { BetterAuthOptions } from 'better-auth';
import { getAuthTables } from 'better-auth/db';
import type { KyselyPlugin, RootOperationNode } from 'kysely';

/**
 * Returns a Kysely plugin that converts the column values of better-auth's tables: MikroORM's connection
 * returns timestamps and, on PostgreSQL, bigints as strings, while better-auth expects Date and number.
 */
export function authTypes(options: BetterAuthOptions): KyselyPlugin {
  const dates = columnsOf(options, 'date');
  const numbers = columnsOf(options, 'number');
  const typed = (row: Record<string, unknown>) => {
    for (const [column, value] of Object.entries(row)) {
      if (typeof value !== 'string') continue;
      if (dates.has(column)) row[column] = new Date(value);
      else if (numbers.has(column)) row[column] = Number(value);
    }
    return row;
  };
  return {
    transformQuery: ({ node }: { node: RootOperationNode }) => node,
    transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(typed) }),
  };
}

function columnsOf(options: BetterAuthOptions, type: 'date' | 'number') {
  const fields = Object.values(getAuthTables(options)).flatMap((table) => Object.entries(table.fields));
  return new Set(
    fields.filter(([, field]) => field.type === type).map(([name, field]) => field.fieldName ?? name),
  );
}
