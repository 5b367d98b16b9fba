import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Resource } from '#contract/schema/index.ts';
import { notifyError } from '../../components/notify-error.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { focusOnHeading } from '../../layout/use-focus-on-heading.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, resourceNamed, useResource } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import { useRecord } from '../use-record.ts';
import { useFormOptions } from './form-options.ts';
import { CancelLink, PageForm } from './page-form.tsx';
import { type Prefilled, prefilledBy } from './prefilled.ts';
import styles from './record-form.module.css';
import { FormPlaceholder } from './record-form.tsx';
import type { AfterSave } from './use-record-form.ts';
import { bodyOf, type FormValues, uniqueFields, valuesOf, valuesOfNew } from './values.ts';

export const loader = onlyWith('create');

/**
 * Renders the page that creates a record: a new one, perhaps with a reference of the address (`?genre=ID`), or a copy of
 * the record in `?from=`.
 */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

function GeneratedPage() {
  const resource = ofNew(useResource());
  const labels = useLabels();
  const [parameters, setParameters] = useSearchParams();
  // Each record has a form of its own, so that nothing of the one before is left.
  const [round, setRound] = useState(0);
  const original = parameters.get('from');
  const prefilled = prefilledBy(resource, parameters);
  const next = () => {
    setRound(round + 1);
    setParameters(
      (now) => {
        now.delete('from');
        return now;
      },
      { replace: true },
    );
    focusOnHeading();
  };
  return (
    <Page
      title={labels.message(resource, 'new')}
      description={labels.description(resource)}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <AntdTheme fallback={<FormPlaceholder resource={resource} />}>
        {original !== null && <CopyForm key={original} resource={resource} id={original} onAnother={next} />}
        {original === null && !prefilled && <CreateForm key={round} resource={resource} onAnother={next} />}
        {original === null && prefilled && (
          <PrefilledForm
            key={`${round} ${prefilled.id}`}
            resource={resource}
            prefilled={prefilled}
            onAnother={next}
          />
        )}
      </AntdTheme>
    </Page>
  );
}

interface CreateFormProps {
  resource: Resource;
  /** The record to copy; undefined for a new one. */
  original?: ManagerRecord;
  /** Values that are filled in already. */
  given?: FormValues;
  /** Called after a record has been saved, when the user wants to add another one. */
  onAnother: () => void;
}

function CopyForm({ id, ...props }: Omit<CreateFormProps, 'original'> & { id: string }) {
  const { t } = useTranslation();
  const { resource } = props;
  const record = useRecord(resource.name, id);
  // The first answer is the one that is copied: a later one would replace what the user has typed.
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

function PrefilledForm({ prefilled, ...props }: CreateFormProps & { prefilled: Prefilled }) {
  const { field, id } = prefilled;
  const target = resourceNamed(field.to)!;
  const { item, state } = useRecord(target.name, id);
  if (state === 'loading') return <FormPlaceholder resource={props.resource} />;
  // What the address names may not exist: the form is then an empty one.
  const { toInput = (json: unknown) => json } = fieldComponents(field.kind);
  const value = item && { id, label: labelOf(target, item) };
  const given = value && { [field.name]: toInput(field.join ? [value] : value) };
  return <CreateForm {...props} {...(given && { given })} />;
}

const CHANGE_UNIQUE: TextKey = 'manager.forms.changeUnique';

function CreateForm({ resource, original, given, onAnother }: CreateFormProps) {
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
    />
  );
}
