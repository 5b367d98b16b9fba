import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { parameterOf } from '#contract/resources/fields.ts';
import type { QueryFilter, Selection } from '#contract/resources/list-query.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import type { Projection } from './projection.ts';

/** A condition on a record, whose table has the alias `record`. */
export type Condition = Expression<SqlBool>;

/** Limits the cost of a search: users do not search by more words than this. */
const MAX_TERMS = 10;

/**
 * Returns the conditions of a list; none where it asks for all records.
 *
 * @throws ApiError INVALID that names each parameter whose field does not exist or may not be read by the
 *   role.
 */
export function filterConditions(view: Projection, { filters, ids, q = '' }: Selection): Condition[] {
  // A record must match every word of the search term.
  const terms = q.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);
  const searched = view.resource.search.flatMap((name) => view.field(name) ?? []);
  const unknown = filters
    .filter(({ field }) => !view.field(field))
    .map(({ field, operator }) => parameterOf({ name: field }, operator));
  if (terms.length > 0 && searched.length === 0) unknown.push('q');
  if (unknown.length > 0)
    throw new ApiError('INVALID', {
      errors: Object.fromEntries(unknown.map((name) => [name, [fieldError(name, 'errors.unknown')]])),
    });
  return [
    ...filters.map((filter) => filterCondition(view.field(filter.field)!, filter)),
    ...(ids ? [sql<SqlBool>`record.id = any(${ids}::uuid[])`] : []),
    ...terms.map((term) => {
      const matches = searched.map((field) => sql<SqlBool>`${columnOf(field)} like ${pattern(term)}`);
      return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
    }),
  ];
}

const columnOf = (field: ResourceField) => sql.ref(`record.${field.searchColumn ?? field.column}`);

/** Returns the LIKE pattern for a part of a text, normalized like the column, with its wildcards escaped. */
const pattern = (text: unknown): RawBuilder<string> =>
  sql`'%' || regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

function filterCondition(field: ResourceField, { operator, values }: QueryFilter): Condition {
  const column = columnOf(field);
  const [value] = values;
  switch (operator) {
    case 'null':
      return value ? sql`${column} is null` : sql`${column} is not null`;
    case 'like':
      return sql`${column} like ${pattern(value)}`;
    case 'gte':
      return sql`${column} >= ${value}`;
    case 'lte':
      return sql`${column} <= ${value}`;
    case 'eq':
      return values.length > 1
        ? sql`${column} = any(${anyOf(field, values)})`
        : sql`${column} = ${comparable(field, value)}`;
    case 'ne':
      return values.length > 1
        ? sql`(${column} = any(${anyOf(field, values)})) is not true`
        : sql`${column} is distinct from ${comparable(field, value)}`;
  }
}

const comparable = (field: ResourceField, value: unknown) =>
  field.searchColumn ? sql`left(fold(${value}), ${sql.lit(SEARCH_COLUMN_LENGTH)})` : sql.val(value);

const anyOf = (field: ResourceField, values: readonly unknown[]) =>
  field.searchColumn
    ? sql`array(select left(fold(value), ${sql.lit(SEARCH_COLUMN_LENGTH)}) from unnest(${values}::text[]) as value)`
    : sql.val(values);
