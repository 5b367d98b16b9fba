import type { FieldError } from '@bindery/contract/records/errors.ts';
import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import { inputSchema } from '@bindery/contract/records/resources/input-schema.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';

const importZod = () => import('./zod.ts');
let loading: ReturnType<typeof importZod> | undefined;

/** Loads zod, so that the first validation does not wait for it. The next call repeats a failed attempt. */
export async function loadValidation() {
  loading ??= importZod();
  try {
    return await loading;
  } catch {
    loading = undefined;
    return undefined;
  }
}

/**
 * Returns the error of a field's JSON value, validated against the server's schema; undefined if it is valid.
 * While zod cannot be loaded, only a missing value is an error: the server checks the others.
 */
export async function validateValue(
  field: ResourceField,
  value: unknown,
): Promise<Pick<FieldError, 'key' | 'values'> | undefined> {
  const module = await loadValidation();
  if (!module) return isEmptyValue(value) && field.required ? { key: 'errors.required' } : undefined;
  const { error } = inputSchema(module.zod, field).safeParse(value, { reportInput: true });
  return error && Object.values(fieldErrors(error.issues))[0]?.[0];
}
