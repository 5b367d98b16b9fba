import type { FieldError } from '@bindery/contract/records/errors.ts';
import { isEmptyValue as isEmpty } from '@bindery/contract/records/resources/fields.ts';
import { comparisonError, comparisonsOf } from '@bindery/contract/records/rows/comparisons.ts';
import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordValues } from '../hooks.ts';

/** The values that a write sets, and the record's values before; none for a new one. */
interface CheckedWrite {
  readonly before?: RecordValues;
  readonly values: RecordValues;
}

/**
 * Applies the `when` of fields and the constraints between them (`gt` and others) to the values of a write: a
 * field that no longer applies is emptied by the change that causes it.
 * @throws ApiError INVALID for a value of a field that does not apply, a required field without value that
 * does, and a violated constraint. A write checks only its own fields and those that depend on them.
 */
export function applyFieldRules(resource: Resource, write: CheckedWrite): RecordValues {
  const { errors, emptied } = checkFieldRules(resource, write);
  if (Object.keys(errors).length > 0) throw new ApiError('INVALID', { errors });
  return { ...write.values, ...emptied };
}

/** Returns what `applyFieldRules` would reject, by field, and the fields that it would empty. */
export function checkFieldRules(
  resource: Resource,
  { before, values }: CheckedWrite,
): { readonly errors: Record<string, FieldError[]>; readonly emptied: Record<string, null> } {
  const conditional = Object.values(resource.fields).filter(({ when }) => when);
  const after = { ...before, ...values };
  const errors: Record<string, FieldError[]> = {};
  const emptied: Record<string, null> = {};
  for (const field of conditional) {
    const { name, when, isRequiredWhen } = field;
    const others = Object.keys(when!);
    const isWritten =
      before === undefined || [name, ...others].some((written) => Object.hasOwn(values, written));
    if (!isWritten) continue;
    if (fieldApplies(resource, field, after)) {
      if (isRequiredWhen && isEmpty(after[name])) errors[name] = [fieldError(name, 'errors.required')];
    } else if (!isEmpty(values[name])) {
      errors[name] = [fieldError(name, 'errors.notApplicable', { others: others.join(', ') })];
    } else if (!isEmpty(before?.[name])) emptied[name] = null;
  }
  const current = { ...after, ...emptied };
  for (const field of Object.values(resource.fields)) {
    const compared = comparisonsOf(resource, field).map(({ other }) => other.name);
    if (compared.length === 0 || errors[field.name]) continue;
    if (before && ![field.name, ...compared].some((name) => Object.hasOwn(values, name))) continue;
    const error = comparisonError(resource, field, current);
    if (error) errors[field.name] = [error];
  }
  return { errors, emptied };
}
