import type { FieldError } from '@bindery/contract/records/errors.ts';
import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import { inputSchema } from '@bindery/contract/records/resources/input-schema.ts';
import {
  comparisonError,
  comparisonsOf,
  fieldsComparedWith,
} from '@bindery/contract/records/rows/comparisons.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { FormInstance } from 'antd/es/form';
import { useEffect } from 'react';
import type { ErrorText } from '../field-errors.ts';
import { exampleOf, isUnreadable } from './unreadable.ts';
import { type FormValues, isSameValue, toJson } from './values.ts';

interface FieldValidationOptions {
  readonly resource: Resource;
  readonly form: FormInstance;
  /** The values that the form opened with, if only changes are sent; unchanged fields are not validated then. */
  readonly sentBefore: FormValues | undefined;
  readonly explain: ErrorText;
  readonly formName: string;
}

/** The validation of a form's fields, with the server's rules. */
export interface FieldValidation {
  /** The rule of a field, for antd's form. */
  readonly ruleOf: (field: ResourceField) => {
    readonly validator: (rule: unknown, value: unknown) => Promise<void>;
  };
  /** Validates a changed field on blur. */
  readonly onLeave: (field: ResourceField) => void;
  /** Validates again the fields whose errors a change of these may have corrected. */
  readonly onChange: (changed: readonly string[]) => void;
}

/** Provides the validation of a form: on leaving a changed field, on submit, and while an error is shown. */
export function useFieldValidation(options: FieldValidationOptions): FieldValidation {
  const { resource, form, sentBefore, explain, formName } = options;
  useEffect(() => void loadValidation(), []);

  const inputOf = ({ name }: ResourceField) => document.getElementById(`${formName}_${name}`);
  const isHalfTyped = (field: ResourceField) => isUnreadable(inputOf(field));

  async function errorOf(field: ResourceField, value: unknown) {
    const example = exampleOf(inputOf(field));
    if (example) return { key: 'manager.dates.invalid', values: { example } };
    if (isHalfTyped(field)) return { key: 'errors.invalid' };
    // Only fields that apply are in the form.
    const stated = { ...field, required: field.required || field.isRequiredWhen };
    const error = isSent(field, value) ? await validateValue(stated, toJson(field, value)) : undefined;
    return error ?? errorBeside(field);
  }

  const isSent = (field: ResourceField, value: unknown) =>
    !sentBefore || !isSameValue(field, sentBefore[field.name], value);

  /** Returns the constraint error of a field, if any of the fields involved has been changed. */
  function errorBeside(field: ResourceField) {
    const all = [field, ...comparisonsOf(resource, field).map(({ other }) => other)];
    if (!all.some((one) => isSent(one, form.getFieldValue(one.name)))) return undefined;
    const values = all.map((one) => [one.name, toJson(one, form.getFieldValue(one.name))]);
    return comparisonError(resource, field, Object.fromEntries(values));
  }

  // The form itself shows the errors.
  const validate = (names: string[]) => void form.validateFields(names).catch(() => {});

  return {
    ruleOf: (field) => ({
      validator: async (_, value) => {
        const error = await errorOf(field, value);
        if (error) throw new Error(explain(field.name, error));
      },
    }),
    onLeave: (field) => {
      if (!form.isFieldTouched(field.name) && !isHalfTyped(field)) return;
      const beside = fieldsComparedWith(resource, [field.name]).filter(
        ({ name }) => !isEmptyValue(form.getFieldValue(name)),
      );
      validate([field.name, ...beside.map(({ name }) => name)]);
    },
    onChange: (changed) => {
      const rules = resource.unique.filter(({ fields, when = {} }) =>
        changed.some((name) => fields.includes(name) || Object.hasOwn(when, name)),
      );
      const beside = fieldsComparedWith(resource, changed).map(({ name }) => name);
      const affected = new Set([...changed, ...beside, ...rules.map(({ reportOn }) => reportOn)]);
      validate([...affected].filter((name) => form.getFieldError(name).length > 0));
    },
  };
}

const importZod = () => import('./zod.ts');
let loading: ReturnType<typeof importZod> | undefined;

/** Loads zod, so that the first validation does not wait for it. The next call repeats a failed attempt. */
async function loadValidation() {
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
