import type { Resource } from '@bindery/contract/schema/index.ts';
import { createContext, use } from 'react';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import type { Restrictions } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import type { FieldValidation } from './use-record-form.ts';
import type { FormValues } from './values.ts';

/** What the fields of a form know about it. */
interface FormContextValue {
  readonly resource: Resource;
  readonly initialValues: FormValues;
  /** The record before the changes; undefined for a new one. */
  readonly item: ManagerRecord | undefined;
  readonly locked: Restrictions['fields'];
  readonly hints: Readonly<Record<string, TextKey>>;
  readonly validation: FieldValidation;
  /** The field that gets the focus when the form opens. */
  readonly first: string | undefined;
  /** Registers a field with the form; returns the function that unregisters it. */
  readonly register: (name: string) => () => void;
}

/** The form around a field; see `useFormContext`. */
export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** Returns the form around a field. Throws outside of a form. */
export function useFormContext(): FormContextValue {
  const form = use(FormContext);
  if (!form) throw new Error('A field stands within the form of a record');
  return form;
}
