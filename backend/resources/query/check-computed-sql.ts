import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { type Resource, ResourceConfigError, type ResourceField } from '#contract/schema/index.ts';
import { computedSql } from './computed.ts';

/**
 * Lets the database parse the expression of every computed field, without a row.
 *
 * @throws ResourceConfigError that names the first field which it refuses, with its reason.
 */
export async function checkComputedSql(
  { kysely, query }: Pick<Database, 'kysely' | 'query'>,
  resources: Readonly<Record<string, Resource>>,
): Promise<void> {
  for (const resource of Object.values(resources))
    for (const field of Object.values<ResourceField>(resource.fields)) {
      const computed = computedSql(field, { resource, viewer: 'server' });
      if (!computed) continue;
      const statement = kysely
        .selectFrom(`${resource.table} as record`)
        .select(sql`${computed.value}`.as('value'))
        .limit(sql.lit(0))
        .compile();
      try {
        await query({ sql: statement.sql, parameters: statement.parameters });
      } catch (error) {
        throw refusal(error, { resource, field });
      }
    }
}

/** PostgreSQL's classes of errors that the text of a statement causes: its syntax, and values in it. */
const OF_TEXT = /^(42|22)/;

function refusal(error: unknown, { resource, field }: { resource: Resource; field: ResourceField }): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (!OF_TEXT.test(String(code))) return error;
  const key = `fields.${field.name}.computed`;
  const value = field.computed && 'parts' in field.computed ? expressionOf(field.computed.parts) : undefined;
  const problem = `is refused by the database: ${message}`;
  return new ResourceConfigError([{ resource: resource.name, key, value, problem }]);
}

const expressionOf = (parts: readonly ({ readonly sql: string } | { readonly field: string })[]): string =>
  parts.map((part) => ('sql' in part ? part.sql : `{${part.field}}`)).join('');
