import type { Resource } from '@bindery/contract/schema/index.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { describeReason, loadErrorTexts } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { errorTexts } from '../field-errors.ts';
import { useLabels } from '../labels.ts';
import type { FormController } from './form-options.ts';
import { type FieldValidation, useFieldValidation } from './use-field-validation.ts';
import { changesOf, type FormValues, typedValues, writable } from './values.ts';

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
  /** Handles errors that cannot be shown in the form. `again` saves once more. */
  readonly onFailure: (error: unknown, again: () => Promise<void>) => void;
  /** Prefix of the ids of the inputs, unique on the page. */
  readonly name?: string;
}

/** State and behaviour of a generated form: saves once, shows errors, tracks unsaved changes. */
export interface RecordFormState {
  /** The props of antd's Form. */
  readonly formProps: FormController['formProps'];
  readonly validation: FieldValidation;
  /** Errors of the whole record, or of fields that the form does not have. */
  readonly problems: readonly string[];
  readonly busy: boolean;
  readonly submit: (then: AfterSave) => void;
  readonly isUnsaved: () => boolean;
  /** Returns the values that differ from the initial ones. */
  readonly typed: () => FormValues;
}

/** Provides the behaviour of every generated form, whichever hook of Refine it uses. */
export function useRecordForm(options: RecordFormOptions): RecordFormState {
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
      showErrors(error, { reason: await describeReason(error), again: () => save(values, then) });
    }
  }

  function showErrors(
    error: unknown,
    { reason, again }: { reason: string | undefined; again: () => Promise<void> },
  ) {
    const errors = error instanceof HttpError ? error.errors : {};
    const texts = Object.entries(errors).map(([name, one]) => [name, explain(name, one)] as const);
    const isShown = (name: string) =>
      document.getElementById(formName)?.querySelector(`[data-field="${name}"]`) != null;
    const inForm = fields.flatMap(({ name }) => texts.filter(([field]) => field === name && isShown(name)));
    const others = texts.filter((text) => !inForm.includes(text)).map(([, text]) => text);
    const messages = [reason ?? [], others].flat();
    setProblems(messages);
    showUnder(inForm);
    if (inForm.length === 0 && messages.length === 0) onFailure(error, again);
  }

  /** Shows errors under their fields and focuses the first one. */
  function showUnder(texts: readonly (readonly [name: string, text: string])[]) {
    form.setFields(texts.map(([name, text]) => ({ name, errors: [text] })));
    if (texts[0]) form.scrollToField(texts[0][0], toFirstError);
  }

  return {
    formProps: {
      ...formProps,
      name: formName,
      scrollToFirstError: toFirstError,
      onFinish: (values) => save(values, takeAfterSave()),
      onFinishFailed: takeAfterSave,
      onValuesChange: (changed) => validation.onChange(Object.keys(changed)),
      onKeyDown: submitOnShortcut(() => submit('leave')),
    },
    validation,
    problems,
    busy: mutation.isPending,
    submit,
    isUnsaved: () =>
      !saved.current && Object.keys(changesOf(resource, initial, form.getFieldsValue())).length > 0,
    typed: () => typedValues(resource, initial, form.getFieldsValue()),
  };
}

const toFirstError = { focus: true, block: 'center' } as const;

const submitOnShortcut = (submit: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
};
