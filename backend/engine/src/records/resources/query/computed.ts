import { parseRowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { ExpressionPart } from '@bindery/contract/schema/computed.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { compileRowFilter } from './row-filters.ts';
import { isPersonal, scopeOf } from './scope.ts';
import { column, fragment, join, literal, SqlFragment } from './sql-fragment.ts';

/** How the database computes a field. */
export interface ComputedSql {
  /** The value, for a record whose table has the alias `record`. */
  readonly value: SqlFragment;
  /** Whether other users of the viewer's role may read another value. */
  readonly isPersonal: boolean;
}

const raw = (text: string): SqlFragment => new SqlFragment([text], []);

const typed = (value: SqlFragment, { type }: ResourceField): SqlFragment =>
  fragment`(${value})::${raw(type.sql)}`;

/** The position of a record in a statement, and its reader. */
interface Place {
  readonly resource: Resource;
  readonly viewer: Actor;
  /** The alias of its table. */
  readonly alias: string;
}

/**
 * Returns the SQL of a computed field; undefined for one with a function. Aggregates include the records that
 * the viewer may read, or all if the entry has `readBy`. It refers only to the table `record`: the start
 * ensures that aggregated records have expressions only.
 */
export function computedSql(
  field: ResourceField,
  { resource, viewer, alias: own = 'record' }: Omit<Place, 'alias'> & Partial<Place>,
): ComputedSql | undefined {
  const { computed } = field;
  if (!computed || 'from' in computed) return undefined;
  if ('parts' in computed) {
    const reader = computed.ofAll ? APPLICATION : viewer;
    return expressionSql(computed.parts, { field, resource, viewer: reader, alias: own });
  }
  const { aggregate, of, through, where, ofAll } = computed;
  const target = resource.resourceNamed(of)!;
  // Includes fields that the viewer does not see, because the expression may use them.
  const fieldNamed = (name: string): ResourceField => target.fields[name]!;
  const alias = `of_${field.column}`;
  const reader = ofAll ? APPLICATION : viewer;
  const scope = scopeOf(target, { actor: reader, rows: 'live', alias });
  const condition = where && compileRowFilter(parseRowFilter(target, where), alias);
  const conditions = [refersTo(fieldNamed(through), alias), scope, condition].filter(
    (one) => one !== undefined,
  );
  const takenFrom = (taken: ResourceField): SqlFragment =>
    computedSql(taken, { resource: target, viewer: reader, alias })?.value ??
    column(`${alias}.${taken.column}`);
  const taken = computed.field === undefined ? raw('*') : takenFrom(fieldNamed(computed.field));
  const value = fragment`${raw(aggregate)}(${taken})`;
  const filled = aggregate === 'sum' ? fragment`coalesce(${value}, 0)` : value;
  return {
    value: fragment`(select ${typed(filled, field)} from ${column(target.table)} as ${column(alias)}
      where ${join(conditions, ' and ')})`,
    isPersonal: isPersonal(target, reader),
  };
}

/** Returns the SQL of an expression over the fields of a record, whose table has this alias. */
function expressionSql(
  parts: readonly ExpressionPart[],
  { field, resource, viewer, alias }: Place & { field: ResourceField },
): ComputedSql {
  const pieces = parts.map((part): ComputedSql => {
    if ('sql' in part) return { value: raw(part.sql), isPersonal: false };
    const named = resource.fields[part.field]!;
    return (
      computedSql(named, { resource, viewer, alias }) ?? {
        value: column(`${alias}.${named.column}`),
        isPersonal: false,
      }
    );
  });
  return {
    value: typed(
      join(
        pieces.map(({ value }) => value),
        '',
      ),
      field,
    ),
    isPersonal: pieces.some((piece) => piece.isPersonal),
  };
}

/** Returns the SQL condition that a record with this alias refers to `record`. */
function refersTo({ join: joined, column: to }: ResourceField, alias: string): SqlFragment {
  if (!joined) return fragment`${column(`${alias}.${to}`)} = record.id`;
  const { source, target } = JOIN_COLUMNS;
  return fragment`${column(`${alias}.id`)} in (select ${column(source)} from ${column(joined.table)}
    where ${column(target)} = record.id)`;
}

/** Returns the SQL with which a computed field is filtered, searched and, if it is a text, sorted. */
export const comparedSql = (value: SqlFragment, { isFolded }: ResourceField): SqlFragment =>
  isFolded ? fragment`left(fold((${value})::text), ${literal(SEARCH_COLUMN_LENGTH)}) collate "C"` : value;
