import type { FieldError } from '@bindery/contract/records/errors.ts';
import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import { inputSchema } from '@bindery/contract/records/resources/input-schema.ts';
import {
  comparisonError,
  comparisonsOf,
  fieldsComparedWith,
} from '@bindery/contract/records/rows/comparisons.ts';
import { fieldErrors, WHOLE_BODY } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { FormInstance } from 'antd/es/form';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { describeReason, loadErrorTexts, loadTextsOf } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { type ErrorText, errorTexts } from '../field-errors.ts';
import { exampleOf, isUnreadable } from '../fields/base/field.ts';
import { useLabels } from '../labels.ts';
import type { FormController } from './form-options.ts';
import { changesOf, type FormValues, isSameValue, toJson, typedValues, writable } from './values.ts';

/** What the user wants after saving: to leave the form, or to add another record. */
export type AfterSave = 'leave' | 'add another';

/** A record to edit, and what to do once it is saved. */
export interface RecordFormOptions {
  readonly resource: Resource;
  /**
   * The result of `useForm` or `useDrawerForm` with the options of `useFormOptions`, or the same part of a
   * custom form.
   */
  readonly controller: Pick<FormController, 'form' | 'formProps'> & {
    readonly mutation: { readonly isPending: boolean };
  };
  readonly initial: FormValues;
  /** Whether saving sends every field, and not only the changed ones. */
  readonly isNew: boolean;
  /**
   * Saves the record and leaves the form. Throws the server's error; field errors are shown under their
   * fields.
   */
  readonly onSave: (values: FormValues, then: AfterSave) => Promise<void>;
  /** Handles errors that cannot be shown in the form. */
  readonly onFailure: (error: unknown) => void;
  /** Prefix of the ids of the inputs, unique on the page. */
  readonly name?: string;
}

/** State and behaviour of a generated form: saves once, shows errors, tracks unsaved changes. */
export type RecordFormState = ReturnType<typeof useRecordForm>;

/** Provides the behaviour of every generated form, whichever hook of Refine it uses. */
export function useRecordForm(options: RecordFormOptions) {
  const { resource, controller, initial, isNew, onSave, onFailure, name: formName = 'record' } = options;
  const { form, formProps, mutation } = controller;
  const explain = errorTexts(resource, useLabels());
  // True while saving, and after it has succeeded.
  const saved = useRef(false);
  const afterSave = useRef<AfterSave>('leave');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const fields = writable(resource);
  const sentBefore = isNew ? undefined : initial;
  const validation = useFieldValidation({ resource, form, sentBefore, explain, formName });

  const submit = (then: AfterSave) => {
    afterSave.current = then;
    form.submit();
  };

  function takeAfterSave(): AfterSave {
    const then = afterSave.current;
    afterSave.current = 'leave';
    return then;
  }

  async function save(values: FormValues, then: AfterSave) {
    // Ignores a second Enter while saving; the mutation's own pending state is set too late for that.
    if (saved.current) return;
    saved.current = true;
    setProblems([]);
    try {
      await onSave(values, then);
    } catch (error) {
      saved.current = false;
      await loadErrorTexts(error);
      showErrors(error, await describeReason(error));
    }
  }

  /** Shows errors under their fields and focuses the first one, and the others above the buttons. */
  function showErrors(error: unknown, reason: string | undefined) {
    const errors = error instanceof HttpError ? error.errors : {};
    // Users know no body of a request: its error is reported as a failure to save.
    const isKnown = (name: string) => name !== WHOLE_BODY || Object.hasOwn(resource.fields, name);
    const texts = Object.entries(errors).flatMap(([name, one]) =>
      isKnown(name) ? [[name, explain(name, one)] as const] : [],
    );
    const isShown = (name: string) =>
      document.getElementById(formName)?.querySelector(`[data-field="${name}"]`) != null;
    const inForm = fields.flatMap(({ name }) => texts.filter(([field]) => field === name && isShown(name)));
    const others = texts.filter((text) => !inForm.includes(text)).map(([, text]) => text);
    const messages = [reason ?? [], others].flat();
    setProblems(messages);
    form.setFields(inForm.map(([name, text]) => ({ name, errors: [text] })));
    if (inForm[0]) form.scrollToField(inForm[0][0], toFirstError);
    else if (messages.length === 0) onFailure(error);
  }

  return {
    /** The props of antd's Form. */
    formProps: {
      ...formProps,
      name: formName,
      scrollToFirstError: toFirstError,
      onFinish: (values: FormValues) => save(values, takeAfterSave()),
      onFinishFailed: takeAfterSave,
      onValuesChange: (changed: FormValues) => validation.onChange(Object.keys(changed)),
      onKeyDown: submitOnShortcut(() => submit('leave')),
    },
    validation,
    /** Errors of the whole record, or of fields that the form does not have. */
    problems,
    busy: mutation.isPending,
    submit,
    isUnsaved: () =>
      !saved.current && Object.keys(changesOf(resource, initial, form.getFieldsValue())).length > 0,
    /** Returns the values that differ from the initial ones. */
    typed: () => typedValues(resource, initial, form.getFieldsValue()),
  };
}

/** Scrolls a field with an error into the middle, or to the start of its page if that is near. */
const toFirstError = {
  focus: true,
  scrollMode: 'always',
  block: 'center',
  behavior: (actions: readonly { el: Element; top: number; left: number }[]) => {
    // Otherwise the top bar would cut the heading; the field remains above the buttons.
    for (const { el, top, left } of actions) el.scroll({ top: top < el.clientHeight / 4 ? 0 : top, left });
  },
} as const;

const submitOnShortcut = (submit: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
};

interface FieldValidationOptions {
  readonly resource: Resource;
  readonly form: FormInstance;
  /**
   * The values that the form opened with, if only changes are sent; unchanged fields are not validated then.
   */
  readonly sentBefore: FormValues | undefined;
  readonly explain: ErrorText;
  readonly formName: string;
}

/** The validation of a form's fields, with the server's rules. */
export type FieldValidation = ReturnType<typeof useFieldValidation>;

/** Provides the validation of a form: on leaving a changed field, on submit, and while an error is shown. */
function useFieldValidation(options: FieldValidationOptions) {
  const { resource, form, sentBefore, explain, formName } = options;
  useEffect(() => {
    void loadValidation();
    // The page of a list, whose drawer this may be, has not loaded them.
    void loadTextsOf(['errors.required']);
  }, []);

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
    /** Returns the rule of a field, for antd's form. */
    ruleOf: (field: ResourceField) => ({
      validator: async (_: unknown, value: unknown) => {
        const error = await errorOf(field, value);
        if (!error) return;
        await loadTextsOf([error.key]);
        throw new Error(explain(field.name, error));
      },
    }),
    /** Validates a changed field on blur. */
    onLeave: (field: ResourceField) => {
      if (!form.isFieldTouched(field.name) && !isHalfTyped(field)) return;
      const beside = fieldsComparedWith(resource, [field.name]).filter(
        ({ name }) => !isEmptyValue(form.getFieldValue(name)),
      );
      validate([field.name, ...beside.map(({ name }) => name)]);
    },
    /** Validates again the fields whose errors a change of these may have corrected. */
    onChange: (changed: readonly string[]) => {
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
  const zod = await loadValidation();
  if (!zod) return isEmptyValue(value) && field.required ? { key: 'errors.required' } : undefined;
  const { error } = inputSchema(zod, field).safeParse(value, { reportInput: true });
  const issues = error?.issues.map((issue) => ({ ...issue, path: [field.name, ...issue.path] }));
  return issues && Object.values(fieldErrors(issues))[0]?.[0];
}
