import type { RowFilterConfig } from '#contract/schema/fields/computed.ts';
import { type Clock, clockOf } from '#contract/schema/fields/dynamic-default.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { isObject, isOperator } from '#contract/schema/where.ts';
import {
  type ComparedField,
  type ComparedValue,
  comparedValue,
  ID_FIELD,
  type RowComparison,
} from './compared-value.ts';

/**
 * A row filter in the normal form that the server compiles to SQL and pages evaluate. Every part is true or
 * false for a record, never unknown: a comparison with an empty field is false.
 */
export type RowFilter =
  | { readonly all: readonly RowFilter[] }
  | { readonly any: readonly RowFilter[] }
  | { readonly not: RowFilter }
  | { readonly isNull: ComparedField }
  | { readonly field: ComparedField; readonly comparison: RowComparison; readonly value: ComparedValue }
  | { readonly field: ComparedField; readonly comparison: RowComparison; readonly clock: Clock }
  | { readonly reference: ResourceField; readonly target: Resource; readonly filter: RowFilter }
  | { readonly some: ResourceField; readonly ids: readonly ComparedValue[] }
  | { readonly some: ResourceField; readonly target: Resource; readonly filter: RowFilter };

/** Matches no record. */
const NEVER: RowFilter = { any: [] };

/**
 * Parses a row filter of a resource.
 * @throws TypeError for an unknown field, or a value that its field cannot be compared with.
 */
export function parseRowFilter(resource: Resource, filter: RowFilterConfig): RowFilter {
  const nested = (part: unknown) => parseRowFilter(resource, part as RowFilterConfig);
  const parts = Object.entries(filter).map(([name, operand]): RowFilter => {
    if (name === 'not') return { not: nested(operand) };
    if (name === 'and') return { all: (operand as unknown[]).map(nested) };
    if (name === 'or') return { any: (operand as unknown[]).map(nested) };
    if (name === 'id') return isObject(operand) ? compared(ID_FIELD, operand) : equalTo(ID_FIELD, operand);
    const field: ResourceField | undefined = resource.fields[name];
    if (!field) throw new TypeError(`${resource.name} has no field ${name}`);
    if (field.join) return someOf(resource, { field, operand });
    if (!isObject(operand) || clockOf(operand)) return equalTo(field, operand);
    if (Object.keys(operand).every(isOperator)) return compared(field, operand);
    const target = field.to === undefined ? undefined : resource.resourceNamed(field.to);
    if (!target) throw new TypeError(`${resource.name}.${name} is compared with ${JSON.stringify(operand)}`);
    return { reference: field, target, filter: parseRowFilter(target, operand) };
  });
  return parts.length === 1 ? parts[0]! : { all: parts };
}

/** Parses a filter on one of several references: one of some ids, or a filter on the referenced records. */
const someOf = (
  { name, resourceNamed }: Resource,
  { field, operand }: { field: ResourceField; operand: unknown },
): RowFilter => {
  const target = field.to === undefined ? undefined : resourceNamed(field.to);
  if (!target || !isObject(operand) || Object.keys(operand).join() !== 'some')
    throw new TypeError(`${name}.${field.name} is compared with ${JSON.stringify(operand)}`);
  if (isObject(operand.some)) return { some: field, target, filter: parseRowFilter(target, operand.some) };
  const ids = [operand.some].flat().map((id) => (id === undefined ? id : comparedValue(field, id)));
  return { some: field, ids: ids.filter((id) => id !== undefined) };
};

const equalTo = (field: ComparedField, operand: unknown): RowFilter => {
  const values = Array.isArray(operand) ? operand : [operand];
  const parts = values.map((value) => compare(field, { comparison: 'eq', value }));
  return parts.length === 1 ? parts[0]! : { any: parts };
};

const compared = (field: ComparedField, operators: Readonly<Record<string, unknown>>): RowFilter => ({
  all: Object.entries(operators).map(([operator, value]): RowFilter => {
    if (operator === 'in') return equalTo(field, value);
    if (operator === 'ne') return { not: equalTo(field, value) };
    return compare(field, { comparison: operator as RowComparison, value });
  }),
});

const compare = (
  field: ComparedField,
  { comparison, value }: { comparison: RowComparison; value: unknown },
): RowFilter => {
  // An empty field of the user is undefined and matches no record: null would match records without a value.
  if (value === undefined) return NEVER;
  if (value === null) return comparison === 'eq' ? { isNull: field } : NEVER;
  const clock = clockOf(value);
  if (clock) return { field, comparison, clock };
  const known = comparedValue(field, value);
  return known === undefined ? NEVER : { field, comparison, value: known };
};
