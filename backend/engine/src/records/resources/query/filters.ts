import { parameterOf } from '@bindery/contract/records/resources/fields.ts';
import type { QueryFilter, SelectionQuery } from '@bindery/contract/records/resources/list-query.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { joinedPredicate } from './join-tables.ts';
import type { Projection } from './projection.ts';
import { fragment, join, literal, type SqlFragment } from './sql-fragment.ts';

/** Limits the cost of a search: users do not search for more words than this. */
const MAX_TERMS = 10;

/** Returns the words of a search, every one of which must match. */
export const searchTerms = (text: string): readonly string[] =>
  text.split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);

/**
 * Returns the SQL predicates of a list, on a table with the alias `record`; none if it selects all records.
 * @throws ApiError INVALID that names each parameter whose field does not exist or is hidden from the role.
 */
export function filterPredicates(
  projection: Projection,
  { filters, ids, q = '' }: SelectionQuery,
): SqlFragment[] {
  const terms = searchTerms(q);
  const searched =
    terms.length > 0 ? projection.resource.search.flatMap((name) => projection.field(name) ?? []) : [];
  const unknown = filters
    .filter(({ field }) => !projection.field(field))
    .map(({ field, operator }) => parameterOf({ name: field }, operator));
  if (terms.length > 0 && searched.length === 0) unknown.push('q');
  if (unknown.length > 0) throw new ApiError('INVALID', errorsAt(unknown, 'errors.unknown'));
  return [
    ...filters.map((filter) => filterPredicate(projection, filter)),
    ...(ids ? [fragment`record.id = any(${ids}::uuid[])`] : []),
    ...terms.map((term) => {
      const matches = searched.map(
        (field) => fragment`${projection.operand(field)} like ${partPattern(term)}`,
      );
      return fragment`(${join(matches, ' or ')})`;
    }),
  ];
}

/** Returns the LIKE pattern for a text's start, normalized like the column, with escaped wildcards. */
const startPattern = (text: unknown): SqlFragment =>
  fragment`regexp_replace(fold(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Returns the LIKE pattern for a part of a text that is normalized like a search column. */
export const partPattern = (text: unknown): SqlFragment => fragment`'%' || ${startPattern(text)}`;

const COMPARISONS = { gt: fragment`>`, gte: fragment`>=`, lt: fragment`<`, lte: fragment`<=` } as const;

function filterPredicate(projection: Projection, filter: QueryFilter): SqlFragment {
  const field = projection.field(filter.field)!;
  if (field.join) return joinedPredicate(field.join, { filter, scope: projection.valueScope(field) });
  const { operator, values } = filter;
  const operand = projection.operand(field);
  const [value] = values;
  switch (operator) {
    case 'null': {
      const stored = storesEmptyTexts(projection, field) ? fragment`nullif(${operand}, '')` : operand;
      return value ? fragment`${stored} is null` : fragment`${stored} is not null`;
    }
    case 'like':
      return fragment`${operand} like ${partPattern(value)}`;
    // A B-tree index serves it as well as the trigram index, because the column sorts by code point.
    case 'startsWith':
      return fragment`${operand} like ${startPattern(value)}`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return fragment`${operand} ${COMPARISONS[operator]} ${value}`;
    case 'eq':
      return values.length > 1
        ? fragment`${operand} = any(${anyOf(field, values)})`
        : fragment`${operand} = ${comparable(field, value)}`;
    case 'ne':
      return values.length > 1
        ? fragment`(${operand} = any(${anyOf(field, values)})) is not true`
        : fragment`${operand} is distinct from ${comparable(field, value)}`;
    case 'all':
      throw new Error(`${field.name} has one value: it cannot have all of several.`);
  }
}

/** Returns whether a missing text is stored as an empty one, as better-auth stores the name of a user. */
const storesEmptyTexts = ({ resource }: Projection, { isFolded }: ResourceField) =>
  resource.managedBy === 'auth' && isFolded === true;

/** Returns whether the operand of a field is its normalized text. */
const isNormalized = ({ searchColumn, computed, isFolded }: ResourceField) =>
  searchColumn !== undefined || (computed !== undefined && isFolded);

const comparable = (field: ResourceField, value: unknown) =>
  isNormalized(field) ? fragment`left(fold(${value}), ${literal(SEARCH_COLUMN_LENGTH)})` : value;

const anyOf = (field: ResourceField, values: readonly unknown[]) =>
  isNormalized(field)
    ? fragment`array(select left(fold(value), ${literal(SEARCH_COLUMN_LENGTH)}) from unnest(${values}::text[]) as value)`
    : values;
