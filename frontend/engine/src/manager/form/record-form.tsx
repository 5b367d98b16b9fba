import type { Resource } from '@bindery/contract/schema/index.ts';
import Form from 'antd/es/form';
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { Button, type ButtonVariant } from '#frontend/shell/components/button.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { CustomSlot } from '../custom-page.tsx';
import { isShortcut, shortcutText, useKeyDown } from '../keys/keys.tsx';
import { ActionBar } from '../layout/action-bar.tsx';
import { overridesOf, type Restrictions } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import { FormContext, FormField, useFormContext } from './form-field.tsx';
import { FormPlaceholder } from './form-placeholder.tsx';
import styles from './record-form.module.css';
import { FormSection } from './section.tsx';
import type { RecordFormState } from './use-record-form.ts';
import { type FormValues, fieldsOfSection, writable } from './values.ts';

/** The props of a record's form. */
export interface RecordFormProps {
  readonly resource: Resource;
  /** The result of `useRecordForm`. */
  readonly state: RecordFormState;
  readonly initialValues: FormValues;
  /** The record before the changes; undefined for a new one. */
  readonly item?: ManagerRecord | undefined;
  /** Fields that are shown but read-only, each with the reason. */
  readonly locked?: Restrictions['fields'] | undefined;
  /** Fields with a remark below their input. */
  readonly hints?: Readonly<Record<string, TextKey>> | undefined;
  /** The label of the submit button. */
  readonly action: string;
  /** Renders the button that saves and adds another record; on phones it scrolls with the fields. */
  readonly another?: ((variant: ButtonVariant) => ReactNode) | undefined;
  /** The links or buttons that leave the form. */
  readonly cancel?: ReactNode;
  /** The fields, in sections or not; by default those of the entry. */
  readonly children?: ReactNode;
}

const SAVE_KEYS = 'Control+S Meta+S Control+Enter Meta+Enter';

/** Renders the form of a record for a page or a drawer: its fields, and the buttons below. */
export function RecordForm(props: RecordFormProps) {
  const { resource, state, initialValues, item, locked = {}, hints = {} } = props;
  const { action, another, cancel, children } = props;
  const isPhone = useMedia('(width < 640px)');
  const { formProps, validation, problems, busy } = state;
  const { t } = useTranslation();
  const optional = t('manager.form.optional');
  const buttons = useRef<HTMLDivElement>(null);
  useSaveShortcut(buttons, () => state.submit('leave'));
  const { first, register, others } = useNamedFields(resource);
  // A remark requires a change, so it comes first.
  const form = {
    resource,
    initialValues,
    item,
    locked,
    hints,
    validation,
    register,
    first: Object.keys(hints)[0] ?? first,
  };
  return (
    <Form
      {...formProps}
      noValidate
      className={styles.form}
      layout="vertical"
      requiredMark={(label, { required }) => (
        <span className={styles.label} data-optional={required ? undefined : optional}>
          {label}
        </span>
      )}
      initialValues={initialValues}
      validateTrigger="onSubmit"
    >
      <FormContext value={form}>
        <Suspense fallback={<FormPlaceholder resource={resource} item={item} />}>
          {children ?? <EntryFields />}
          {others}
        </Suspense>
      </FormContext>
      <FormError text={problems.join(' · ')} />
      {another && isPhone && <div className={styles.another}>{another('quiet')}</div>}
      {/* An error that a press on a button brings up would move the button away from under the pointer. */}
      <ActionBar ref={buttons} onMouseDown={(event) => event.preventDefault()}>
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          aria-keyshortcuts={SAVE_KEYS}
          title={shortcutText('s')}
        >
          {action}
        </Button>
        {!isPhone && another?.('secondary')}
        {cancel}
      </ActionBar>
    </Form>
  );
}

/**
 * Renders the fields of a form in the entry's layout, or what overrides them in all forms of the resource.
 */
function EntryFields() {
  const { resource } = useFormContext();
  const { form } = overridesOf(resource.name);
  if (form) return <CustomSlot load={form} props={{}} />;
  // A section may name fields only for the record's page.
  const sections = resource.layout.filter((section) => fieldsOfSection(resource, section).length > 0);
  return sections.map(({ name, columns, fields }) => (
    <FormSection key={name} name={name} columns={columns}>
      {fields.map((field) => (
        <FormField key={field} name={field} />
      ))}
    </FormSection>
  ));
}

/**
 * Saves on Ctrl or ⌘ with S, wherever the focus is, unless a dialog is open above the form. The browser never
 * saves the page while a form is open.
 */
function useSaveShortcut(part: RefObject<HTMLElement | null>, save: () => void): void {
  useKeyDown((event) => {
    if (!isShortcut(event, 's')) return;
    event.preventDefault();
    const topmost = [...document.querySelectorAll('dialog[open]')].at(-1);
    if (!topmost || topmost.contains(part.current)) save();
  });
}

/**
 * Tracks which fields a form has, in any order. Returns the first one that the user can change, a function
 * with which the fields register, and an element to render after them: it preserves the values of the fields
 * that the form leaves out, which would otherwise be saved as empty.
 */
function useNamedFields(resource: Resource) {
  const [named, setNamed] = useState<ReadonlySet<string>>(new Set());
  // Undefined until the fields are rendered, because they may suspend.
  const [first, setFirst] = useState<string | null>();
  const register = useCallback((name: string) => {
    setNamed((names) => new Set([...names, name]));
    return () => setNamed((names) => new Set([...names].filter((one) => one !== name)));
  }, []);
  const left = first === undefined ? [] : writable(resource).filter(({ name }) => !named.has(name));
  const others = (
    <>
      <FirstField onFound={setFirst} />
      {left.map(({ name }) => (
        <Form.Item key={name} name={name} noStyle>
          <NoInput />
        </Form.Item>
      ))}
    </>
  );
  return { first: first ?? undefined, register, others };
}

/** Finds the first field in the document, once it is there. */
function FirstField({ onFound }: { onFound: (name: string | null) => void }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const field = place.current?.closest('form')?.querySelector<HTMLElement>('[data-may-be-first]');
    onFound(field?.dataset.field ?? null);
  }, [onFound]);
  return <span ref={place} hidden />;
}

const NoInput = () => null;
