import Form from 'antd/es/form';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../components/button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { reasonOf } from '../../http/describe-error.ts';
import { HttpError } from '../../http/http-error.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { useLabels } from '../labels.ts';
import type { Restrictions } from '../overrides.ts';
import { useResource } from '../resource.ts';
import { errorTexts } from './field-errors.ts';
import { FormField } from './form-field.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import styles from './record-form.module.css';
import { isUnreadable } from './unreadable.ts';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { changesOf, type FormValues, typedValues, writable } from './values.ts';

export interface RecordFormProps {
  readonly initial: FormValues;
  /** Fields that are shown but read-only, each with the reason. */
  readonly kept?: Restrictions['fields'];
  /** The label of the submit button. */
  readonly action: string;
  readonly cancelTo: string;
  readonly busy: boolean;
  /**
   * Saves the record and navigates on. Throws the server's error; field errors are shown under their fields.
   */
  readonly onSave: (values: FormValues) => Promise<void>;
  /** Handles errors that cannot be shown under a field. `again` saves once more. */
  readonly onFailure: (error: unknown, again: () => Promise<void>) => void;
}

// antd prefixes the ids of the inputs with it.
const formName = 'record';

/**
 * Renders the form of a record, generated from its resource's fields. Use a new `key` for other initial
 * values.
 */
export function RecordForm(props: RecordFormProps) {
  return (
    <AntdTheme fallback={<FormPlaceholder />}>
      <GeneratedForm {...props} />
    </AntdTheme>
  );
}

/** Renders a placeholder of about the same height. */
function FormPlaceholder() {
  const { t } = useTranslation();
  const fields = writable(useResource()).length;
  return (
    <div className={styles.place} role="status" aria-label={t('common.loading')}>
      <Skeleton block={`calc(${fields} * 6.25rem + 6rem)`} />
    </div>
  );
}

function GeneratedForm({ initial, kept = {}, action, cancelTo, busy, onSave, onFailure }: RecordFormProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const [form] = Form.useForm<FormValues>();
  // True while saving, and after it has succeeded.
  const saved = useRef(false);
  // Errors of the whole record, or of fields that the form does not have.
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isUnsaved = () =>
    !saved.current && Object.keys(changesOf(resource, initial, form.getFieldsValue())).length > 0;
  const blocker = useLeaveGuard(isUnsaved);
  const draft = useDraft(() => typedValues(resource, initial, form.getFieldsValue()));

  async function save(values: FormValues) {
    // Ignores a second Enter while saving.
    if (saved.current || showUnreadable()) return;
    saved.current = true;
    setProblems([]);
    try {
      await onSave(values);
    } catch (error) {
      saved.current = false;
      showErrors(error, () => save(values));
    }
  }

  /** Shows an error on inputs whose content the browser cannot parse. Returns whether there are any. */
  function showUnreadable(): boolean {
    const explain = errorTexts(resource, labels);
    const fields = writable(resource)
      .filter(({ name }) => isUnreadable(document.getElementById(`${formName}_${name}`)))
      .map(({ name }) => ({ name, errors: [explain(name, { key: 'errors.invalid' })] }));
    form.setFields(fields);
    if (fields[0]) form.scrollToField(fields[0].name, { focus: true, block: 'center' });
    return fields.length > 0;
  }

  function showErrors(error: unknown, again: () => Promise<void>) {
    const errors = error instanceof HttpError ? error.errors : {};
    const explain = errorTexts(resource, labels);
    const fields = writable(resource).flatMap(({ name }) =>
      errors[name] ? [{ name, errors: [explain(name, errors[name])] }] : [],
    );
    const inForm = fields.map(({ name }) => name);
    const otherFields = Object.keys(errors).filter((name) => !inForm.includes(name));
    const messages = [reasonOf(error) ?? [], otherFields.map((name) => explain(name, errors[name]!))].flat(2);
    form.setFields(fields);
    setProblems(messages);
    if (fields.length === 0) return messages.length === 0 && onFailure(error, again);
    form.scrollToField(fields[0]!.name, { focus: true, block: 'center' });
  }

  return (
    <Form
      form={form}
      name={formName}
      noValidate
      className={styles.form}
      layout="vertical"
      initialValues={{ ...initial, ...draft }}
      validateTrigger="onSubmit"
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={save}
      // A changed value invalidates the field's previous error.
      onValuesChange={(changed) => form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))}
      onKeyDown={submitOnShortcut(form.submit)}
    >
      {writable(resource).map((field) => (
        <FormField key={field.name} resource={resource} field={field} kept={kept[field.name]} />
      ))}
      <FormError text={problems.join(' · ')} />
      <div className={styles.actions}>
        <Button variant="primary" type="submit" busy={busy} aria-keyshortcuts="Control+Enter Meta+Enter">
          {action}
        </Button>
        <AppLink className={buttonClass('quiet')} to={cancelTo}>
          {t('common.cancel')}
        </AppLink>
      </div>
      <LeaveDialog blocker={blocker} />
    </Form>
  );
}

const submitOnShortcut = (submit: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  submit();
};
