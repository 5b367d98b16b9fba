import type { ComparedField } from '@bindery/contract/records/rows/compared-value.ts';
import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { column, fragment, join, type SqlFragment } from './sql-fragment.ts';

/** Compiles a row filter to SQL that is true or false, never null, for a row of the table with this alias. */
export const compileRowFilter = (filter: RowFilter, alias: string): SqlFragment =>
  compileAt(filter, { root: alias, steps: 0 });

/** A table of the statement: the record's, or the one after so many references. */
interface Place {
  readonly root: string;
  readonly steps: number;
}

/** Returns the alias of a table, which is short at any depth, because PostgreSQL truncates names. */
const aliasOf = ({ root, steps }: Place) => (steps === 0 ? root : `${root}_r${steps}`);

function compileAt(filter: RowFilter, place: Place): SqlFragment {
  const alias = aliasOf(place);
  const of = (part: RowFilter) => compileAt(part, place);
  if ('all' in filter)
    return filter.all.length === 0 ? fragment`true` : fragment`(${join(filter.all.map(of), ' and ')})`;
  if ('any' in filter)
    return filter.any.length === 0 ? fragment`false` : fragment`(${join(filter.any.map(of), ' or ')})`;
  // A comparison with null is neither true nor false: without `is not true`, its opposite would not match
  // either.
  if ('not' in filter) return fragment`(${of(filter.not)} is not true)`;
  if ('isNull' in filter) return fragment`${column(`${alias}.${filter.isNull.column}`)} is null`;
  if ('reference' in filter) {
    const { reference, target } = filter;
    const further = { ...place, steps: place.steps + 1 };
    const inner = aliasOf(further);
    return fragment`exists (select 1 from ${column(target.table)} as ${column(inner)}
      where ${column(`${inner}.id`)} = ${column(`${alias}.${reference.column}`)}
        and ${compileAt(filter.filter, further)})`;
  }
  if ('some' in filter) return compileSome(filter, place);
  const { field, comparison } = filter;
  const operand = column(`${alias}.${field.column}`);
  const value = 'clock' in filter ? CLOCKS[filter.clock] : typed(field, filter.value);
  return fragment`${operand} ${OPERATORS[comparison]} ${value}`;
}

/** Compiles a filter on one of several references. */
function compileSome(
  filter: Extract<RowFilter, { readonly some: ResourceField }>,
  place: Place,
): SqlFragment {
  const { some } = filter;
  const { source, target: to } = JOIN_COLUMNS;
  const further = { ...place, steps: place.steps + 1 };
  const inner = aliasOf(further);
  const joined = `${inner}_joined`;
  // A parsed filter refers to a field with a join table.
  const from = fragment`${column(some.join!.table)} as ${column(joined)}`;
  const ofRecord = fragment`${column(`${joined}.${source}`)} = ${column(`${aliasOf(place)}.id`)}`;
  if ('ids' in filter)
    return fragment`exists (select 1 from ${from}
      where ${ofRecord} and ${column(`${joined}.${to}`)} = any(${filter.ids}::uuid[]))`;
  return fragment`exists (select 1 from ${from}
      join ${column(filter.target.table)} as ${column(inner)} on ${column(`${inner}.id`)} = ${column(`${joined}.${to}`)}
    where ${ofRecord} and ${compileAt(filter.filter, further)})`;
}

const CLOCKS = { now: fragment`now()`, today: fragment`(now() at time zone 'UTC')::date` } as const;

const OPERATORS = {
  eq: fragment`=`,
  gt: fragment`>`,
  gte: fragment`>=`,
  lt: fragment`<`,
  lte: fragment`<=`,
} as const;

/** Returns a value with its type: the column's type would reject a number that the column cannot store. */
function typed({ type }: ComparedField, value: string | number | boolean): SqlFragment {
  switch (type.type) {
    case 'boolean':
      return fragment`${value}::boolean`;
    case 'integer':
    case 'bigint':
      return Number.isSafeInteger(value) ? fragment`${value}::bigint` : fragment`${String(value)}::numeric`;
    case 'decimal':
      return fragment`${value}::numeric`;
    case 'date':
      return fragment`${value}::date`;
    case 'datetime':
      return fragment`${value}::timestamptz`;
    case 'uuid':
      return fragment`${value}::uuid`;
    default:
      return fragment`${value}::text`;
  }
}
