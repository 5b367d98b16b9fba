import { useForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Resource } from '#contract/schema/index.ts';
import { notifyError } from '../../components/notify-error.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { addresses, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { useFormOptions } from './form-options.ts';
import { PageForm } from './page-form.tsx';
import { FormPlaceholder } from './record-form.tsx';
import { bodyOf, type FormValues, valuesOfNew } from './values.ts';

export const loader = onlyWith('create');

/** Renders the page that creates a record. */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

function GeneratedPage() {
  const resource = useResource();
  const labels = useLabels();
  return (
    <Page
      title={labels.message(resource, 'new')}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <AntdTheme fallback={<FormPlaceholder resource={resource} />}>
        <CreateForm resource={resource} />
      </AntdTheme>
    </Page>
  );
}

function CreateForm({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const navigate = useNavigate();
  const [initial] = useState(() => valuesOfNew(resource));
  const controller = useForm<ManagerRecord, HttpError, FormValues>(useFormOptions(resource));

  async function save(values: FormValues) {
    const created = await controller.onFinish(bodyOf(resource, values));
    if (created) await navigate(addresses.show(resource.name, created.data.id), { replace: true });
  }

  return (
    <PageForm
      resource={resource}
      controller={controller}
      initial={initial}
      isNew
      action={t('manager.form.create')}
      cancelTo={addresses.list(resource.name)}
      onSave={save}
      onFailure={(error) => notifyError(error, labels.message(resource, 'createFailed'))}
    />
  );
}
