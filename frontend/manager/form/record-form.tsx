import Form from 'antd/es/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/schema/index.ts';
import { Button } from '../../components/button.tsx';
import { FormError } from '../../components/form-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { Restrictions } from '../overrides.ts';
import { FormField } from './form-field.tsx';
import styles from './record-form.module.css';
import type { RecordFormState } from './use-record-form.ts';
import { type FormValues, writable } from './values.ts';

export interface RecordFormProps {
  readonly resource: Resource;
  /** The result of `useRecordForm`. */
  readonly state: RecordFormState;
  readonly initialValues: FormValues;
  /** Fields that are shown but read-only, each with the reason. */
  readonly kept?: Restrictions['fields'] | undefined;
  /** The label of the submit button. */
  readonly action: string;
  /** The link or button beside it. */
  readonly cancel: ReactNode;
}

/** Renders the form of a record, generated from its resource's fields, for a page or a drawer. */
export function RecordForm({ resource, state, initialValues, kept = {}, action, cancel }: RecordFormProps) {
  const { formProps, validation, problems, busy } = state;
  return (
    <Form
      {...formProps}
      noValidate
      className={styles.form}
      layout="vertical"
      initialValues={initialValues}
      validateTrigger="onSubmit"
    >
      {writable(resource).map((field) => (
        <FormField
          key={field.name}
          resource={resource}
          field={field}
          kept={kept[field.name]}
          validation={validation}
        />
      ))}
      <FormError text={problems.join(' · ')} />
      {/* An error that a press on a button brings up would move the button away from under the pointer. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus in the form */}
      <div className={styles.actions} onMouseDown={(event) => event.preventDefault()}>
        <Button variant="primary" type="submit" busy={busy} aria-keyshortcuts="Control+Enter Meta+Enter">
          {action}
        </Button>
        {cancel}
      </div>
    </Form>
  );
}

/** Renders a placeholder of about the same height. */
export function FormPlaceholder({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  return (
    <div className={styles.place} role="status" aria-label={t('common.loading')}>
      <Skeleton block={`calc(${writable(resource).length} * 6.25rem + 6rem)`} />
    </div>
  );
}
