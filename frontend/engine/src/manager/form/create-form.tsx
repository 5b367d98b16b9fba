import type { Resource } from '@bindery/contract/schema/index.ts';
import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, resourceNamed } from '../resource.ts';
import { useRecord } from '../use-record.ts';
import { useFormOptions } from './form-options.ts';
import { CancelLink, PageForm } from './page-form.tsx';
import type { Prefilled } from './prefilled.ts';
import styles from './record-form.module.css';
import { FormPlaceholder } from './record-form.tsx';
import type { AfterSave } from './use-record-form.ts';
import { bodyOf, type FormValues, uniqueFields, valuesOf, valuesOfNew } from './values.ts';

interface CreateFormProps {
  resource: Resource;
  /** The record to copy; undefined for a new one. */
  original?: ManagerRecord;
  /** Prefilled values. */
  given?: FormValues;
  /** The fields; by default those of the entry. */
  children?: ReactNode;
  /** Called after a record has been saved, when the user wants to add another one. */
  onAnother: () => void;
}

/** Renders the form of a copy of a record. */
export function CopyForm({ id, ...props }: Omit<CreateFormProps, 'original'> & { id: string }) {
  const { t } = useTranslation();
  const { resource } = props;
  const record = useRecord(resource.name, id);
  // The first response is copied: a later one would replace the user's input.
  const { item } = record;
  if (!item || record.state === 'missing' || record.state === 'forbidden')
    return <RecordState record={record} />;
  return (
    <>
      <p className={styles.remark}>{t('manager.forms.copyOf', { label: labelOf(resource, item) })}</p>
      <CreateForm {...props} original={item} />
    </>
  );
}

/** Renders the form of a new record with a reference from the URL. */
export function PrefilledForm({ prefilled, ...props }: CreateFormProps & { prefilled: Prefilled }) {
  const { field, id } = prefilled;
  const target = resourceNamed(field.to)!;
  const { item, state } = useRecord(target.name, id);
  if (state === 'loading') return <FormPlaceholder resource={props.resource} />;
  // The reference in the URL may not exist: the form is then an empty one.
  const { toInput = (json: unknown) => json } = fieldComponents(field.kind);
  const value = item && { id, label: labelOf(target, item) };
  const given = value && { [field.name]: toInput(field.join ? [value] : value) };
  return <CreateForm {...props} {...(given && { given })} />;
}

const CHANGE_UNIQUE: TextKey = 'manager.forms.changeUnique';

/** Renders the form of a new record. */
export function CreateForm({ resource, original, given, onAnother, children }: CreateFormProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const navigate = useNavigate();
  const [initial] = useState(() =>
    original ? valuesOf(resource, original) : { ...valuesOfNew(resource), ...given },
  );
  const controller = useForm<ManagerRecord, HttpError, FormValues>(useFormOptions(resource));
  const hints = original && uniqueFields(resource, original).map((name) => [name, CHANGE_UNIQUE] as const);

  async function save(values: FormValues, then: AfterSave) {
    const created = await controller.onFinish(bodyOf(resource, values));
    if (!created) return;
    if (then === 'add another') onAnother();
    else await navigate(addresses.show(resource.name, created.data.id), { replace: true });
  }

  return (
    <PageForm
      resource={resource}
      controller={controller}
      initial={initial}
      isNew
      isRepeatable
      {...(original && { draftName: addresses.duplicate(resource.name, original.id) })}
      {...(hints && { hints: Object.fromEntries(hints) })}
      action={t('manager.form.create')}
      cancel={
        <CancelLink
          to={original ? addresses.show(resource.name, original.id) : addresses.list(resource.name)}
        />
      }
      onSave={save}
      onFailure={(error) => notifyError(error, labels.message(resource, 'createFailed'))}
    >
      {children}
    </PageForm>
  );
}
