import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { formatDateTime } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useAuthor } from '../history/author.tsx';
import { HistoryChanges } from '../history/history-changes.tsx';
import { mayUndoOf } from '../history/undo.ts';
import { UndoButton } from '../history/undo-button.tsx';
import { type LoadedRecord, RecordState } from '../record-state.tsx';
import { addresses, apiOf, labelOf } from '../resource.ts';
import { Details } from './details.tsx';
import { HistorySection } from './history-panel.tsx';
import { RecordFrame } from './record-frame.tsx';
import styles from './show-page.module.css';

interface DeletedRecordProps {
  readonly resource: Resource;
  readonly id: string;
  readonly record: LoadedRecord;
}

/**
 * Renders what is known of a record that no longer exists: who deleted it, its last values, and its history.
 */
export default function DeletedRecord({ resource, id, record }: DeletedRecordProps) {
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
  const item = { ...Object.fromEntries(values), id };
  const label = labelOf(resource, item);
  const isUndoable = mayUndoOf(resource, deletion, { item: undefined, isNewest: deletion === data[0] });
  return (
    <RecordFrame
      item={item}
      aside={
        <HistorySection>
          <HistoryChanges changes={data} record={{ resource, id, label, item: undefined }} />
        </HistorySection>
      }
    >
      <Deletion resource={resource} recordId={id} label={label} change={deletion} isUndoable={isUndoable} />
      <Details item={item} onChanged={record.reload} />
    </RecordFrame>
  );
}

interface DeletionProps {
  readonly resource: Resource;
  readonly recordId: string;
  readonly label: string;
  readonly change: HistoryChange;
  readonly isUndoable: boolean;
}

/** Renders that a record was deleted, by whom and when, and the button that restores it. */
function Deletion({ isUndoable, ...deleted }: DeletionProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { change } = deleted;
  const author = useAuthor()(change);
  return (
    <section className={styles.deletion} aria-labelledby="deletion">
      <span className={styles.deletionIcon}>
        <Trash2 size={20} aria-hidden="true" />
      </span>
      <div className={styles.deletionWords}>
        <h2 id="deletion">{t('manager.changes.gone')}</h2>
        <p className="soft">
          <bdi>{author}</bdi> · <time dateTime={change.at}>{formatDateTime(language, change.at)}</time>
        </p>
      </div>
      {isUndoable && (
        <UndoButton variant="primary" {...deleted}>
          {t('manager.changes.bringBack')}
        </UndoButton>
      )}
    </section>
  );
}
