import { useCreate } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { notifyFailure } from '../../http/notify-error.ts';
import { notify } from '../../components/toasts.ts';
import { Page } from '../layout/page.tsx';
import { useLabels } from '../labels.ts';
import { OwnPage } from '../custom-page.tsx';
import { pagesOf } from '../overrides.ts';
import { addresses, type Item, onlyWith, useResource } from '../resource.ts';
import { RecordForm } from './record-form.tsx';
import { bodyOf, type Values, valuesOfNew } from './values.ts';

export const loader = onlyWith('create');

/** The page on which a record is made. */
export function Component() {
  const { name } = useResource();
  const { create } = pagesOf(name);
  return create ? <OwnPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

function GeneratedPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const navigate = useNavigate();
  const resource = useResource();
  const [initial] = useState(() => valuesOfNew(resource));
  const { mutateAsync, mutation } = useCreate<Item>();

  async function save(values: Values) {
    const { data } = await mutateAsync({
      resource: resource.name,
      values: bodyOf(resource, values),
      successNotification: false,
      errorNotification: false,
    });
    await navigate(addresses.show(resource.name, data.id), { replace: true });
    await notify('success', labels.say(resource, 'created'));
  }

  return (
    <Page
      title={labels.say(resource, 'new')}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <RecordForm
        initial={initial}
        action={t('manager.form.create')}
        cancelTo={addresses.list(resource.name)}
        busy={mutation.isPending}
        onSave={save}
        onFailure={(error) => notifyFailure(error, labels.say(resource, 'createFailed'))}
      />
    </Page>
  );
}
