import { ApiError } from '#backend/http/api-error.ts';
import type { FieldError } from '#contract/errors.ts';
import { isEmptyValue as isEmpty } from '#contract/resources/fields.ts';
import { fieldApplies } from '#contract/rows/field-applies.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import type { RecordValues } from '../hooks.ts';

/** The values that a write sets, and those of the record before; none of a new one. */
interface ConditionedWrite {
  readonly before?: RecordValues;
  readonly values: RecordValues;
}

/**
 * Returns the values of a write under the conditions of the fields (`when`): a field that does not apply any more is
 * emptied with the change that makes it so.
 *
 * @throws ApiError INVALID for a value of a field that does not apply, and for a missing one of a required field that
 *   does. A field is checked only by a write of itself or of what it depends on.
 */
export function applyConditions(resource: Resource, write: ConditionedWrite): RecordValues {
  const { errors, emptied } = checkFieldConditions(resource, write);
  if (Object.keys(errors).length > 0) throw new ApiError('INVALID', { errors });
  return { ...write.values, ...emptied };
}

/** Returns what `applyConditions` would refuse, by field, and the fields that it would empty. */
export function checkFieldConditions(
  resource: Resource,
  { before, values }: ConditionedWrite,
): { readonly errors: Record<string, FieldError[]>; readonly emptied: Record<string, null> } {
  const conditional = Object.values<ResourceField>(resource.fields).filter(({ when }) => when);
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
  return { errors, emptied };
}
