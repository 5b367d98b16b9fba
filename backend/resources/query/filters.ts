import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { parameterOf } from '#contract/resources/fields.ts';
import type { ListQuery, QueryFilter } from '#contract/resources/list-query.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { param } from './prepared-statements.ts';
import type { Projection, SelectQuery } from './projection.ts';

/** The parameters that the conditions of a list are bound to. */
export interface ListParams {
  readonly query: ListQuery;
  /** The words of the search term. */
  readonly terms: readonly string[];
}

type Condition = Expression<SqlBool>;

/** Limits the cost of a search: users do not search by more words than this. */
const MAX_TERMS = 10;

/** Splits the search term into words; a record must match all of them. */
export const searchTerms = ({ q = '' }: ListQuery): string[] =>
  q.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);

/**
 * Returns the cache key of a query's conditions, without their values: queries with the same conditions share
 * a statement.
 *
 * @throws ApiError INVALID that names each parameter whose field does not exist or may not be read by the
 *   role.
 */
export function cacheKey(view: Projection, { query, terms }: ListParams): string {
  const unknown = query.filters
    .filter(({ field }) => !view.field(field))
    .map(({ field, operator }) => parameterOf({ name: field }, operator));
  if (terms.length > 0 && searched(view).length === 0) unknown.push('q');
  if (unknown.length > 0)
    throw new ApiError('INVALID', {
      errors: Object.fromEntries(unknown.map((name) => [name, [fieldError(name, 'errors.unknown')]])),
    });
  const filters = query.filters.map(({ field, operator, values }) =>
    [field, operator, operator === 'null' ? values[0] : values.length > 1].join(' '),
  );
  return [...filters, query.ids ? 'ids' : '', terms.length].join('|');
}

/** Adds the conditions of a query to a statement. */
export const applyFilters = (query: SelectQuery, view: Projection, params: ListParams): SelectQuery =>
  conditionsOf(view, params).reduce((all, condition) => all.where(condition), query);

/** Returns whether a query asks for all records. */
export const isUnfiltered = ({ query, terms }: ListParams): boolean =>
  query.filters.length === 0 && query.ids === undefined && terms.length === 0;

function conditionsOf(view: Projection, { query, terms }: ListParams): Condition[] {
  const filters = query.filters.map((filter, index) =>
    filterCondition(view.field(filter.field)!, filter, index),
  );
  const ids = query.ids
    ? [sql<SqlBool>`record.id = any(${param<ListParams>((params) => params.query.ids)}::uuid[])`]
    : [];
  const fields = searched(view);
  const search = terms.map((_, index) => {
    const word = param<ListParams>((params) => params.terms[index]);
    const found = fields.map((field) => sql<SqlBool>`${columnOf(field)} like ${pattern(word)}`);
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
  });
  return [...filters, ...ids, ...search];
}

/**
 * Returns whether a query searches text. It is then planned for its actual parameters, because a rare term is
 * best found by an index that is slower for a common one.
 */
export const isSearch = ({ query, terms }: ListParams): boolean =>
  terms.length > 0 || query.filters.some(({ operator }) => operator === 'like');

const searched = (view: Projection) => view.resource.search.flatMap((name) => view.field(name) ?? []);

const columnOf = (field: ResourceField) => sql.ref(`record.${field.searchColumn ?? field.column}`);

/** Returns the LIKE pattern for a part of a text, normalized like the column, with its wildcards escaped. */
const pattern = (value: Expression<unknown>): RawBuilder<string> =>
  sql`'%' || regexp_replace(fold(${value}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

function filterCondition(field: ResourceField, { operator, values }: QueryFilter, index: number): Condition {
  const column = columnOf(field);
  const several = values.length > 1;
  const given = param<ListParams>(({ query }) => {
    const requested = query.filters[index]!.values;
    return several ? requested : requested[0];
  });
  switch (operator) {
    case 'null':
      return values[0] ? sql`${column} is null` : sql`${column} is not null`;
    case 'like':
      return sql`${column} like ${pattern(given)}`;
    case 'gte':
      return sql`${column} >= ${given}`;
    case 'lte':
      return sql`${column} <= ${given}`;
    case 'eq':
      return several
        ? sql`${column} = any(${list(field, given)})`
        : sql`${column} = ${comparable(field, given)}`;
    case 'ne':
      return several
        ? sql`(${column} = any(${list(field, given)})) is not true`
        : sql`${column} is distinct from ${comparable(field, given)}`;
  }
}

const comparable = (field: ResourceField, value: Expression<unknown>) =>
  field.searchColumn ? sql`left(fold(${value}), ${sql.lit(SEARCH_COLUMN_LENGTH)})` : value;

const list = (field: ResourceField, values: Expression<unknown>) =>
  field.searchColumn
    ? sql`array(select left(fold(value), ${sql.lit(SEARCH_COLUMN_LENGTH)}) from unnest(${values}::text[]) as value)`
    : values;
