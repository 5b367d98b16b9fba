import { useCreate } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notifyError } from '../../components/notify-error.ts';
import { notify } from '../../components/toasts.ts';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf } from '../overrides.ts';
import { addresses, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { RecordForm } from './record-form.tsx';
import { bodyOf, type FormValues, valuesOfNew } from './values.ts';

export const loader = onlyWith('create');

/** Renders the page that creates a record. */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

function GeneratedPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const navigate = useNavigate();
  const resource = useResource();
  const [initial] = useState(() => valuesOfNew(resource));
  const { mutateAsync, mutation } = useCreate<ManagerRecord>();

  async function save(values: FormValues) {
    const { data } = await mutateAsync({
      resource: resource.name,
      values: bodyOf(resource, values),
      successNotification: false,
      errorNotification: false,
    });
    await navigate(addresses.show(resource.name, data.id), { replace: true });
    await notify('success', labels.message(resource, 'created'));
  }

  return (
    <Page
      title={labels.message(resource, 'new')}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <RecordForm
        initial={initial}
        action={t('manager.form.create')}
        cancelTo={addresses.list(resource.name)}
        busy={mutation.isPending}
        onSave={save}
        onFailure={(error) => notifyError(error, labels.message(resource, 'createFailed'))}
      />
    </Page>
  );
}
