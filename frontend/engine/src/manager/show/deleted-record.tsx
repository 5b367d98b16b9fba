import type { Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { type LoadedRecord, RecordState } from '../record-state.tsx';
import { addresses, apiOf, labelOf } from '../resource.ts';
import panelStyles from './history.module.css';
import { HistoryChanges } from './history-changes.tsx';

interface DeletedRecordProps {
  readonly resource: Resource;
  readonly id: string;
  readonly record: LoadedRecord;
}

/** Renders the facts about a record that no longer exists: its history, which can restore it. */
export default function DeletedRecord({ resource, id, record }: DeletedRecordProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { search } = useLocation();
  const { data, isPending } = useQuery({
    queryKey: ['history', resource.name, id],
    queryFn: async () => (await apiOf(resource.name).history({ params: { id } })).body,
    retry: false,
  });
  const deletion = data?.find(({ action }) => action === 'delete');
  const isArchive = resource.archive && data?.[0]?.action === 'archive' && !search.includes('archived=true');
  if (isArchive) return <Navigate to={addresses.archived(resource.name, id)} replace />;
  if (isPending) return <Skeleton block="16rem" />;
  if (!data || !deletion) return <RecordState record={record} />;
  const values = Object.entries(deletion.changes).map(([name, { before }]) => [name, before]);
  const label = labelOf(resource, { ...Object.fromEntries(values), id });
  return (
    <Page title={label} crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}>
      <p>{t('manager.changes.gone')}</p>
      <section className={panelStyles.panel} aria-labelledby="history">
        <h2 id="history">{t('manager.history.title')}</h2>
        <HistoryChanges changes={data} record={{ resource, id, label, item: undefined }} />
      </section>
    </Page>
  );
}
