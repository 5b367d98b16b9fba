import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { RecordState, useRecord } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, resourceNamed, useResource } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import { useFormOptions } from './form-options.ts';
import { FormPlaceholder } from './form-placeholder.tsx';
import { CancelLink, PageForm } from './page-form.tsx';
import styles from './record-form.module.css';
import type { AfterSave } from './use-record-form.ts';
import { bodyOf, type FormValues, uniqueFields, valuesOf, valuesOfNew, writable } from './values.ts';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('create');

/**
 * Renders the page that creates a record: a new one, possibly with a reference from the URL (`?genre=ID`), or
 * a copy of the record in `?from=`. A custom page may override it.
 */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

/** Renders a form with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const page = useCreatePage();
  return (
    <CreateFrame page={page}>
      <CreateRecordForm page={page} />
    </CreateFrame>
  );
}

/** Returns the state of the page that creates a record: its URL, and how many have been added. */
export function useCreatePage() {
  const resource = ofNew(useResource());
  const [parameters, setParameters] = useSearchParams();
  const [round, setRound] = useState(0);
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
  return {
    resource,
    /** The number of records that have been added so far. */
    round,
    /** Starts with another record. */
    next,
    /** The id of the record to copy, in `?from=` of the URL. */
    original: parameters.get('from'),
    /** The reference that the URL fills in, such as `?genre=ID`. */
    prefilled: prefilledBy(resource, parameters),
  };
}

interface CreatePartProps {
  readonly page: ReturnType<typeof useCreatePage>;
  readonly children?: ReactNode;
}

/** Renders the page that creates a record around its parts: breadcrumbs and heading. */
export function CreateFrame({ page: { resource }, children }: CreatePartProps) {
  const labels = useLabels();
  return (
    <Page
      title={labels.message(resource, 'new')}
      description={labels.description(resource)}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
      narrow
    >
      <AntdTheme fallback={<FormPlaceholder resource={resource} />}>{children}</AntdTheme>
    </Page>
  );
}

/**
 * Renders the form of a new record: an empty one, one with a reference from the URL, or a copy of another
 * record. Its children are the fields, in sections or not; by default the entry's.
 */
export function CreateRecordForm({ page, children }: CreatePartProps) {
  const { resource, original, prefilled, round, next } = page;
  const form = { resource, children, onAnother: next };
  if (original !== null) return <CopyForm key={original} {...form} id={original} />;
  if (prefilled) return <PrefilledForm key={`${round} ${prefilled.id}`} {...form} prefilled={prefilled} />;
  return <CreateForm key={round} {...form} />;
}

interface CreateFormProps {
  resource: Resource;
  /** The record to copy; undefined for a new one. */
  original?: ManagerRecord;
  /** Prefilled values. */
  given?: FormValues | undefined;
  /** The fields; by default those of the entry. */
  children?: ReactNode;
  /** Called after a record has been saved, when the user wants to add another one. */
  onAnother: () => void;
}

/** Renders the form of a copy of a record. */
function CopyForm({ id, ...props }: Omit<CreateFormProps, 'original'> & { id: string }) {
  const { t } = useTranslation();
  const { resource } = props;
  const record = useRecord({ resource: resource.name, id });
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
function PrefilledForm({ prefilled, ...props }: CreateFormProps & { prefilled: Prefilled }) {
  const { field, id } = prefilled;
  const target = resourceNamed(field.to)!;
  const { item, state } = useRecord({ resource: target.name, id });
  if (state === 'loading') return <FormPlaceholder resource={props.resource} />;
  // The reference in the URL may not exist: the form is then an empty one.
  const { toInput = (json: unknown) => json } = fieldComponents(field.kind);
  const value = item && { id, label: labelOf(target, item) };
  const given = value && { [field.name]: toInput(field.join ? [value] : value) };
  return <CreateForm {...props} given={given} />;
}

/** Renders the form of a new record. */
function CreateForm({ resource, original, given, onAnother, children }: CreateFormProps) {
  const labels = useLabels();
  const navigate = useNavigate();
  const [initial] = useState(() =>
    original ? valuesOf(resource, original) : { ...valuesOfNew(resource), ...given },
  );
  const controller = useForm<ManagerRecord, HttpError, FormValues>(useFormOptions(resource));
  const unique = original ? uniqueFields(resource, original) : [];
  const hints = {
    ...Object.fromEntries(unique.map((name) => [name, 'manager.forms.changeUnique' as const])),
    ...(!original && resource.managedBy === 'auth' && { email: 'manager.users.invited' as const }),
  };

  const back = original ? addresses.show(resource.name, original.id) : addresses.list(resource.name);

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
      draftName={original && addresses.duplicate(resource.name, original.id)}
      hints={hints}
      cancel={<CancelLink to={back} />}
      onSave={save}
      onFailure={(error) => notifyError(error, labels.message(resource, 'createFailed'))}
    >
      {children}
    </PageForm>
  );
}

/** A reference that the URL of a form fills in. */
interface Prefilled {
  readonly field: ResourceField;
  readonly id: string;
}

/**
 * Returns the reference that the query parameters fill in, such as `?genre=ID`; the first one if there are
 * several.
 */
function prefilledBy(resource: Resource, parameters: URLSearchParams): Prefilled | undefined {
  for (const field of writable(resource)) {
    const id = field.to === undefined ? null : parameters.get(field.name);
    if (id) return { field, id };
  }
  return undefined;
}
