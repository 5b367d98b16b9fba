import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { parameterOf } from '#contract/resources/fields.ts';
import type { ListQuery, QueryFilter } from '#contract/resources/list-query.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { param } from './prepared-statements.ts';
import type { Projection, SelectQuery } from './projection.ts';

/** What the conditions of a list take their values from. */
export interface ListParams {
  readonly query: ListQuery;
  /** The words of the search term. */
  readonly terms: readonly string[];
}

type Condition = Expression<SqlBool>;

/** More words than a user searches by only cost time. */
const MAX_TERMS = 10;

/** The words of a search term; each of them must be found. */
export const searchTerms = ({ q = '' }: ListQuery): string[] =>
  q.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);

/**
 * Names the conditions of a query without their values: queries of one shape share a statement.
 *
 * @throws ApiError INVALID that names each parameter that stands for nothing the role may read.
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

/** A statement with the conditions of a query. */
export const applyFilters = (query: SelectQuery, view: Projection, asked: ListParams): SelectQuery =>
  conditionsOf(view, asked).reduce((all, condition) => all.where(condition), query);

/** Whether a query asks for all records. */
export const isUnfiltered = ({ query, terms }: ListParams): boolean =>
  query.filters.length === 0 && query.ids === undefined && terms.length === 0;

function conditionsOf(view: Projection, { query, terms }: ListParams): Condition[] {
  const filters = query.filters.map((filter, index) =>
    filterCondition(view.field(filter.field)!, filter, index),
  );
  const ids = query.ids
    ? [sql<SqlBool>`record.id = any(${param<ListParams>((asked) => asked.query.ids)}::uuid[])`]
    : [];
  const fields = searched(view);
  const search = terms.map((_, index) => {
    const word = param<ListParams>((asked) => asked.terms[index]);
    const found = fields.map((field) => sql<SqlBool>`${columnOf(field)} like ${pattern(word)}`);
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
  });
  return [...filters, ...ids, ...search];
}

/** Whether a plan made for the very term is better than one for any: a rare one wants an index that a common one shuns. */
export const isSearch = ({ query, terms }: ListParams): boolean =>
  terms.length > 0 || query.filters.some(({ operator }) => operator === 'like');

const searched = (view: Projection) => view.resource.search.flatMap((name) => view.field(name) ?? []);

const columnOf = (field: ResourceField) => sql.ref(`record.${field.searchColumn ?? field.column}`);

/** A part of a text, folded like the text itself; its own wildcards stand for themselves. */
const pattern = (value: Expression<unknown>): RawBuilder<string> =>
  sql`'%' || regexp_replace(fold(${value}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

function filterCondition(field: ResourceField, { operator, values }: QueryFilter, index: number): Condition {
  const column = columnOf(field);
  const several = values.length > 1;
  const given = param<ListParams>(({ query }) => {
    const asked = query.filters[index]!.values;
    return several ? asked : asked[0];
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
