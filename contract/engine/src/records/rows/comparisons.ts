import type { FieldError } from '#contract/records/errors.ts';
import { type FieldErrorKey, fieldError } from '#contract/records/validation.ts';
import { type ComparisonOption, comparisonOptions } from '#contract/schema/fields/compared.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { type ComparedValue, comparedValue, holds } from './compared-value.ts';

type Values = Readonly<Record<string, unknown>>;

/** A constraint between a field and another one. */
export interface Comparison {
  readonly by: ComparisonOption;
  readonly other: ResourceField;
}

const ERRORS: Readonly<Record<'number' | 'time', Readonly<Record<ComparisonOption, FieldErrorKey>>>> = {
  number: { gt: 'errors.notAbove', gte: 'errors.below', lt: 'errors.notBelow', lte: 'errors.above' },
  time: { gt: 'errors.notAfter', gte: 'errors.before', lt: 'errors.notBefore', lte: 'errors.after' },
};

/** Returns the constraints between a field and visible fields of its resource. */
export const comparisonsOf = ({ fields }: Resource, field: ResourceField): readonly Comparison[] =>
  comparisonOptions.flatMap((by) => {
    const other = fields[field[by] ?? ''];
    return other ? [{ by, other }] : [];
  });

/** Returns the fields that have a constraint on any of these. */
export const fieldsComparedWith = ({ fields }: Resource, names: readonly string[]): ResourceField[] =>
  Object.values(fields).filter((field) => comparisonOptions.some((by) => names.includes(field[by] ?? '')));

/** Returns a value in comparable form; undefined for a value of another type, which is a separate error. */
function comparable(field: ResourceField, value: unknown): ComparedValue | undefined {
  try {
    return comparedValue(field, value);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Returns whether the values of two fields satisfy a constraint; true if either is empty. */
export function compares(field: ResourceField, { by, other }: Comparison, values: Values): boolean {
  const [one, two] = [values[field.name] ?? null, values[other.name] ?? null];
  if (one === null || two === null) return true;
  const [left, right] = [comparable(field, one), comparable(other, two)];
  if (left === undefined || right === undefined) return true;
  const exact = [field, other].find(({ type }) => type.type === 'decimal') ?? field;
  return holds(exact, by, [left, right]);
}

/** Returns whether the values of a field are dates or timestamps. */
export const isTime = ({ type: { type } }: Pick<ResourceField, 'type'>): boolean =>
  type === 'date' || type === 'datetime';

/** Returns a field's first constraint error in its record, or undefined. `values` are in JSON form. */
export function comparisonError(
  resource: Resource,
  field: ResourceField,
  values: Values,
): FieldError | undefined {
  const violated = comparisonsOf(resource, field).find((one) => !compares(field, one, values));
  if (!violated) return undefined;
  return fieldError(field.name, ERRORS[isTime(field) ? 'time' : 'number'][violated.by], {
    others: violated.other.name,
  });
}
