import type { ParsedCondition } from '#contract/rows/parse-condition.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { column, fragment, join, type SqlFragment } from './sql-fragment.ts';

/** Compiles a condition on rows to SQL, which is true or false of a row of the table with this alias, never null. */
export function compileCondition(condition: ParsedCondition, alias: string): SqlFragment {
  const of = (part: ParsedCondition) => compileCondition(part, alias);
  if ('all' in condition)
    return condition.all.length === 0 ? fragment`true` : fragment`(${join(condition.all.map(of), ' and ')})`;
  if ('any' in condition)
    return condition.any.length === 0 ? fragment`false` : fragment`(${join(condition.any.map(of), ' or ')})`;
  // A comparison with null is neither true nor false: without `is not true`, its opposite would not hold either.
  if ('not' in condition) return fragment`(${of(condition.not)} is not true)`;
  if ('isNull' in condition) return fragment`${column(`${alias}.${condition.isNull.column}`)} is null`;
  if ('reference' in condition) {
    const { reference, target } = condition;
    const inner = `${alias}_${reference.column}`;
    return fragment`exists (select 1 from ${column(target.table)} as ${column(inner)}
      where ${column(`${inner}.id`)} = ${column(`${alias}.${reference.column}`)}
        and ${compileCondition(condition.condition, inner)})`;
  }
  const { field, comparison } = condition;
  const operand = column(`${alias}.${field.column}`);
  const value = 'clock' in condition ? CLOCKS[condition.clock] : typed(field, condition.value);
  return fragment`${operand} ${OPERATORS[comparison]} ${value}`;
}

const CLOCKS = { now: fragment`now()`, today: fragment`(now() at time zone 'UTC')::date` } as const;

const OPERATORS = {
  eq: fragment`=`,
  gt: fragment`>`,
  gte: fragment`>=`,
  lt: fragment`<`,
  lte: fragment`<=`,
} as const;

/** Returns a value with its type: that of its column would refuse a number that the column cannot hold. */
function typed({ type }: ResourceField, value: string | number | boolean): SqlFragment {
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
