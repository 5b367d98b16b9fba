import type { FormInstance } from 'antd/es/form';
import { useEffect } from 'react';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import type { ErrorText } from '../field-errors.ts';
import { isUnreadable } from './unreadable.ts';
import { loadValidation, validateValue } from './validate-value.ts';
import { type FormValues, isSameValue, toJson } from './values.ts';

interface FieldValidationOptions {
  readonly resource: Resource;
  readonly form: FormInstance;
  /** The values that the form opened with, if only changes are sent; unchanged fields are not validated then. */
  readonly sentBefore: FormValues | undefined;
  readonly explain: ErrorText;
  readonly formName: string;
}

/** The validation of a form's fields, by the rules that the server has too. */
export interface FieldValidation {
  /** The rule of a field, for antd's form. */
  readonly ruleOf: (field: ResourceField) => {
    readonly validator: (rule: unknown, value: unknown) => Promise<void>;
  };
  /** Validates a field that the user leaves; not one that they have only passed. */
  readonly onLeave: (field: ResourceField) => void;
  /** Validates the fields again whose errors a change of these ones may have mended. */
  readonly onChange: (changed: readonly string[]) => void;
}

/** Provides the validation of a form: on leaving a changed field, on submit, and while an error is shown. */
export function useFieldValidation(options: FieldValidationOptions): FieldValidation {
  const { resource, form, sentBefore, explain, formName } = options;
  useEffect(() => void loadValidation(), []);

  const isHalfTyped = ({ name }: ResourceField) =>
    isUnreadable(document.getElementById(`${formName}_${name}`));

  async function errorOf(field: ResourceField, value: unknown) {
    if (isHalfTyped(field)) return { key: 'errors.invalid' };
    if (sentBefore && isSameValue(field, sentBefore[field.name], value)) return undefined;
    // Only fields that apply are in the form.
    return validateValue(
      { ...field, required: field.required || field.isRequiredWhen },
      toJson(field, value),
    );
  }

  // The errors are shown by the form itself.
  const validate = (names: string[]) => void form.validateFields(names).catch(() => {});

  return {
    ruleOf: (field) => ({
      validator: async (_, value) => {
        const error = await errorOf(field, value);
        if (error) throw new Error(explain(field.name, error));
      },
    }),
    onLeave: (field) => {
      if (form.isFieldTouched(field.name) || isHalfTyped(field)) validate([field.name]);
    },
    onChange: (changed) => {
      const rules = resource.unique.filter(({ fields, when = {} }) =>
        changed.some((name) => fields.includes(name) || Object.hasOwn(when, name)),
      );
      const affected = new Set([...changed, ...rules.map(({ reportOn }) => reportOn)]);
      validate([...affected].filter((name) => form.getFieldError(name).length > 0));
    },
  };
}
