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
  /** Fields that are shown, but cannot be changed. */
  readonly kept?: Restrictions['fields'];
  /** The name of the button that saves. */
  readonly action: string;
  readonly cancelTo: string;
  readonly busy: boolean;
  /** Saves, and leads on. Throws the server's refusal; its field errors are shown under their fields. */
  readonly onSave: (values: FormValues) => Promise<void>;
  /** What could not be shown under a field, and how to save once more. */
  readonly onFailure: (error: unknown, again: () => Promise<void>) => void;
}

// antd puts it before the ids of the inputs.
const formName = 'record';

/** The form of a record, made from the fields of its resource. Mount it anew for other initial values. */
export function RecordForm(props: RecordFormProps) {
  return (
    <AntdTheme fallback={<FormPlaceholder />}>
      <GeneratedForm {...props} />
    </AntdTheme>
  );
}

/** The place of the form, about as high. */
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
  // Set as long as it is being saved, and from then on when it was.
  const saved = useRef(false);
  // What the server said of the record as a whole, or of fields that the form does not have.
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isUnsaved = () =>
    !saved.current && Object.keys(changesOf(resource, initial, form.getFieldsValue())).length > 0;
  const blocker = useLeaveGuard(isUnsaved);
  const draft = useDraft(() => typedValues(resource, initial, form.getFieldsValue()));

  async function save(values: FormValues) {
    // A second Enter before the answer must not save a second time.
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

  /** Shows which inputs the browser cannot read, if any. */
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
    const elsewhere = Object.keys(errors).filter((name) => !inForm.includes(name));
    const said = [reasonOf(error) ?? [], elsewhere.map((name) => explain(name, errors[name]!))].flat(2);
    form.setFields(fields);
    setProblems(said);
    if (fields.length === 0) return said.length === 0 && onFailure(error, again);
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
      // What was wrong with a field need not be wrong with what is there now.
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
