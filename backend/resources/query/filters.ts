import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { FOLDED_LENGTH } from '#backend/database/search-columns.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { parameterOf } from '#contract/resources/fields.ts';
import type { Filter, ListQuestion } from '#contract/resources/list-query.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { slot } from './prepared-statements.ts';
import type { Select, View } from './projection.ts';

/** What the conditions of a list take their values from. */
export interface Asked {
  readonly question: ListQuestion;
  /** The words of the search term. */
  readonly words: readonly string[];
}

type Condition = Expression<SqlBool>;

/** More words than a person searches by only cost time. */
const MOST_WORDS = 10;

/** The words of a search term; each of them must be found. */
export const wordsOf = ({ q = '' }: ListQuestion): string[] =>
  q.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);

/**
 * Names the conditions of a question without their values: questions of one shape share a statement.
 *
 * @throws ApiError INVALID that names each parameter that stands for nothing the role may read.
 */
export function shapeOf(view: View, { question, words }: Asked): string {
  const unknown = question.filters
    .filter(({ field }) => !view.field(field))
    .map(({ field, operator }) => parameterOf({ name: field }, operator));
  if (words.length > 0 && searched(view).length === 0) unknown.push('q');
  if (unknown.length > 0)
    throw new ApiError('INVALID', {
      errors: Object.fromEntries(unknown.map((name) => [name, [fieldError(name, 'errors.unknown')]])),
    });
  const filters = question.filters.map(({ field, operator, values }) =>
    [field, operator, operator === 'null' ? values[0] : values.length > 1].join(' '),
  );
  return [...filters, question.ids ? 'ids' : '', words.length].join('|');
}

/** A statement with the conditions of a question. */
export const narrowed = (query: Select, view: View, asked: Asked): Select =>
  conditionsOf(view, asked).reduce((all, condition) => all.where(condition), query);

/** Whether a question asks for all records. */
export const isUnfiltered = ({ question, words }: Asked): boolean =>
  question.filters.length === 0 && question.ids === undefined && words.length === 0;

function conditionsOf(view: View, { question, words }: Asked): Condition[] {
  const filters = question.filters.map((filter, index) =>
    filterCondition(view.field(filter.field)!, filter, index),
  );
  const ids = question.ids
    ? [sql<SqlBool>`record.id = any(${slot<Asked>((asked) => asked.question.ids)}::uuid[])`]
    : [];
  const fields = searched(view);
  const search = words.map((_, index) => {
    const word = slot<Asked>((asked) => asked.words[index]);
    const found = fields.map((field) => sql<SqlBool>`${columnOf(field)} like ${pattern(word)}`);
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
  });
  return [...filters, ...ids, ...search];
}

/** Whether a plan made for the very term is better than one for any: a rare one wants an index that a common one shuns. */
export const isSearch = ({ question, words }: Asked): boolean =>
  words.length > 0 || question.filters.some(({ operator }) => operator === 'like');

const searched = (view: View) => view.resource.search.flatMap((name) => view.field(name) ?? []);

const columnOf = (field: ResourceField) => sql.ref(`record.${field.folded ?? field.column}`);

/** A part of a text, folded like the text itself; its own wildcards stand for themselves. */
const pattern = (value: Expression<unknown>): RawBuilder<string> =>
  sql`'%' || regexp_replace(fold(${value}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

function filterCondition(field: ResourceField, { operator, values }: Filter, index: number): Condition {
  const column = columnOf(field);
  const several = values.length > 1;
  const given = slot<Asked>(({ question }) => {
    const asked = question.filters[index]!.values;
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
  field.folded ? sql`left(fold(${value}), ${sql.lit(FOLDED_LENGTH)})` : value;

const list = (field: ResourceField, values: Expression<unknown>) =>
  field.folded
    ? sql`array(select left(fold(value), ${sql.lit(FOLDED_LENGTH)}) from unnest(${values}::text[]) as value)`
    : values;
