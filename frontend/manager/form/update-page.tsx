import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CustomPage } from '../custom-page.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { overridesOf, restrictionsOf } from '../overrides.ts';
import { RecordState } from '../record-state.tsx';
import { addresses, labelOf, type ManagerRecord, onlyWith, useResource } from '../resource.ts';
import { type LoadedRecord, useRecord } from '../use-record.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { RecordForm } from './record-form.tsx';
import { useUpdate } from './use-update.ts';

export const loader = onlyWith('update');

/** Renders the page that changes a record. */
export function Component() {
  const { name } = useResource();
  const { update } = overridesOf(name);
  return update ? <CustomPage load={update} props={{}} /> : <LoadedPage />;
}

function LoadedPage() {
  const { name } = useResource();
  const { id = '' } = useParams();
  const record = useRecord(name, id);
  const { item } = record;
  const [opened, setOpened] = useState('');
  const address = `${name}/${id}`;
  // Cached data may be outdated: a form must start from the current record.
  const isCurrent = item !== undefined && record.fresh && record.state === 'ready';
  if (isCurrent && opened !== address) setOpened(address);
  // Once opened, the form stays mounted even if a later request fails, because it contains the user's input.
  if (!item || (!isCurrent && opened !== address)) return <RecordState record={record} />;
  return <GeneratedPage key={item.id} record={{ ...record, item }} />;
}

function GeneratedPage({ record }: { record: LoadedRecord & { item: ManagerRecord } }) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const { item, initial, page, save, fail, conflict, closeConflict, busy } = useUpdate(record);
  const label = labelOf(resource, item);
  return (
    <Page
      title={labels.message(resource, 'edit', { label })}
      crumbs={[
        { label: labels.plural(resource), to: addresses.list(resource.name) },
        { label, to: page },
      ]}
    >
      <RecordForm
        key={String(item.updatedAt)}
        initial={initial}
        kept={restrictionsOf(resource.name, item).fields}
        action={t('manager.form.save')}
        cancelTo={page}
        busy={busy}
        onSave={save}
        onFailure={fail}
      />
      {conflict && <ConflictDialog resource={resource} conflict={conflict} onClose={closeConflict} />}
    </Page>
  );
}
