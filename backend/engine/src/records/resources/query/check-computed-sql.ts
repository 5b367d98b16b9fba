import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import { type Resource, ResourceConfigError, type ResourceField } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { computedSql } from './computed.ts';

/**
 * Lets the database parse the expression of every computed field, without a row. With `tables` set to
 * `stated`, it uses the tables of the entries, whatever the database has.
 * @throws ResourceConfigError that names the first field which the database rejects, with its reason.
 */
export async function checkComputedSql(
  { kysely, query }: Pick<Database, 'kysely' | 'query'>,
  resources: Readonly<Record<string, Resource>>,
  tables: 'existing' | 'stated' = 'existing',
): Promise<void> {
  const prefix = tables === 'stated' ? statedTables(resources) : '';
  for (const resource of Object.values(resources))
    for (const field of Object.values<ResourceField>(resource.fields)) {
      const computed = computedSql(field, { resource, viewer: APPLICATION });
      if (!computed) continue;
      const statement = kysely
        .selectFrom(`${resource.table} as record`)
        .select(sql`${computed.value}`.as('value'))
        .limit(sql.lit(0))
        .compile();
      try {
        await query({ sql: prefix + statement.sql, parameters: statement.parameters });
      } catch (error) {
        throw refusal(error, { resource, field });
      }
    }
}

/** Returns the tables of the entries, without rows, as a prefix of a statement. */
function statedTables(resources: Readonly<Record<string, Resource>>): string {
  const tables = Object.values(resources).flatMap((resource) => {
    const own = [
      ...OWN_COLUMNS,
      ...columnFields(resource).map(({ column, type }) => [column, type.sql] as const),
    ];
    const joins = Object.values<ResourceField>(resource.fields).flatMap(({ join }) => join?.table ?? []);
    const joined = Object.values(JOIN_COLUMNS).map((column) => [column, 'uuid'] as const);
    return [[resource.table, own] as const, ...joins.map((table) => [table, joined] as const)];
  });
  const emptyTable = ([name, columns]: (typeof tables)[number]) =>
    `"${name}" as (select ${columns.map(([column, type]) => `null::${type} as "${column}"`).join(', ')})`;
  return `with ${tables.map(emptyTable).join(', ')} `;
}

/** The columns that every table may have, with an archive or not. */
const OWN_COLUMNS = [
  ['id', 'uuid'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['archived_at', 'timestamptz'],
] as const;

/** PostgreSQL's classes of errors that the text of a statement causes: its syntax, and values in it. */
const OF_TEXT = /^(42|22)/;

function refusal(error: unknown, { resource, field }: { resource: Resource; field: ResourceField }): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (!OF_TEXT.test(String(code))) return error;
  const key = `fields.${field.name}.computed`;
  const value = field.computed && 'parts' in field.computed ? expressionOf(field.computed.parts) : undefined;
  const problem = `is rejected by the database: ${message}`;
  return new ResourceConfigError([{ resource: resource.name, key, value, problem }]);
}

const expressionOf = (parts: readonly ({ readonly sql: string } | { readonly field: string })[]): string =>
  parts.map((part) => ('sql' in part ? part.sql : `{${part.field}}`)).join('');
