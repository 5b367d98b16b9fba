import { fieldApplies } from '@bindery/contract/records/rows/matches.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import ConfigProvider from 'antd/es/config-provider';
import Form from 'antd/es/form';
import { createContext, type FocusEvent, type ReactNode, Suspense, use, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { drawnCoverOf } from '../drawn-cover.tsx';
import type { InputProps } from '../fields/base/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import type { Restrictions } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import { valueBefore } from '../upload/unfinished-upload.ts';
import { InputToCome } from './form-placeholder.tsx';
import styles from './record-form.module.css';
import type { FieldValidation } from './use-record-form.ts';
import { type FormValues, toJson } from './values.ts';

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

interface FormFieldProps<Name extends string> {
  readonly name: Name;
}

/**
 * Renders one field of a form: label, input, help and error; with `when`, while it applies. Renders nothing
 * if the user may not write it.
 */
export function FormField<Name extends string>({ name }: FormFieldProps<Name>) {
  const { resource, register } = useFormContext();
  const field = resource.fields[name];
  const isWritable = field !== undefined && !field.readOnly;
  useLayoutEffect(() => (isWritable ? register(name) : undefined), [register, name, isWritable]);
  if (!isWritable) return null;
  const item = <FieldItem field={field} />;
  return field.when ? <ConditionalField field={field}>{item}</ConditionalField> : item;
}

function FieldItem({ field }: { field: ResourceField }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, validation, first, locked: allLocked, hints } = useFormContext();
  const { name } = field;
  const [locked, hint] = [allLocked[name], hints[name]];
  const remark = locked ?? hint;
  const help = labels.help(resource, field);
  return (
    <Form.Item
      name={name}
      label={labels.field(resource, field)}
      extra={remark ? t(remark) : help && <bdi>{help}</bdi>}
      required={field.required || field.isRequiredWhen}
      rules={locked ? [] : [validation.ruleOf(field)]}
      data-field={name}
      data-may-be-first={locked || field.when ? undefined : true}
    >
      <FieldInput
        resource={resource}
        field={field}
        disabled={locked !== undefined}
        onRendered={name === first ? (hint ? focusAndSelectInput : focusInput) : undefined}
        onLeave={() => validation.onLeave(field)}
      />
    </Form.Item>
  );
}

interface FieldInputProps extends InputProps {
  disabled: boolean;
  onRendered: ((element: HTMLElement | null) => void) | undefined;
  onLeave: () => void;
}

/** Receives value and onChange from antd, and suspends until the actual input is loaded. */
function FieldInput({ disabled, onRendered, onLeave, ...props }: FieldInputProps) {
  const { Input } = fieldComponents(props.field.kind);
  const { item } = useFormContext();
  const { resource, field, value } = props;
  const drawn = drawnCoverOf({ resource, field, item }, <Skeleton block="7.5rem" />);
  const hasImage = Boolean(valueBefore(value));
  const input = (
    <Suspense fallback={<InputToCome resource={resource} field={field} value={item?.[field.name]} />}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: listens for the blur of the input within */}
      <div ref={onRendered} onBlur={(event) => isLeft(event) && onLeave()}>
        <Input {...props} />
      </div>
    </Suspense>
  );
  return (
    <ConfigProvider componentDisabled={disabled}>
      {drawn ? (
        <div className={hasImage ? undefined : styles.drawn}>
          {!hasImage && drawn}
          {input}
        </div>
      ) : (
        input
      )}
    </ConfigProvider>
  );
}

/**
 * Returns whether the focus leaves an element. React's events also come from drawers that it opens elsewhere.
 */
const isLeft = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLElement>) =>
  currentTarget.contains(target) && !currentTarget.contains(relatedTarget);

const WITH_MOUSE = '(hover: hover) and (pointer: fine)';
/** The focused element before any action of the user. */
const UNTOUCHED = 'body, main, h1, h2, dialog';

/**
 * A ref that focuses the input within an element once it is rendered. Not on a phone, where that would open
 * the keyboard, nor if the user has already moved the focus.
 */
function focusInput(element: HTMLElement | null): void {
  if (!element || !matchMedia(WITH_MOUSE).matches) return;
  // After the heading of the new page, which gets the focus once the page is rendered.
  requestAnimationFrame(() => {
    if (document.activeElement?.matches(UNTOUCHED))
      element.querySelector<HTMLElement>('input, textarea')?.focus();
  });
}

/** Like `focusInput`, and selects the text of the input, so that typing replaces it. */
function focusAndSelectInput(element: HTMLElement | null): void {
  focusInput(element);
  requestAnimationFrame(() => {
    const { activeElement: active } = document;
    if (active instanceof HTMLInputElement && element?.contains(active)) active.select();
  });
}

/**
 * Renders a field while it applies to the values of the form. Otherwise it has no value there, and so is
 * saved empty; the typed value returns when it applies again.
 */
function ConditionalField({ field, children }: { field: ResourceField; children: ReactNode }) {
  const { resource, initialValues } = useFormContext();
  const sources = Object.keys(field.when ?? {});
  const appliesTo = (values: FormValues) =>
    fieldApplies(
      resource,
      field,
      Object.fromEntries(sources.map((name) => [name, toJson(resource.fields[name]!, values[name])])),
    );
  // Undefined until the form has registered its fields.
  const isShown = Form.useWatch<boolean>(appliesTo, { preserve: true }) ?? appliesTo(initialValues);
  return isShown ? children : null;
}
