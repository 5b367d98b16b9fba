import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import type { AffectedRecords, Deletion } from '@bindery/contract/records/resources/routes.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { useLabels } from '../labels.ts';
import { apiOf, resourceNamed } from '../resource.ts';
import { canUndo } from '../row-rights.ts';
import styles from './bulk.module.css';
import { type BulkProps, isInArchive, useBulkDialog } from './use-bulk.ts';

/** The texts of each kind of deletion. */
const TEXTS = {
  delete: { question: 'manager.table.deleteQuestion', confirm: 'manager.table.delete' },
  archive: { question: 'manager.archive.question', confirm: 'manager.archive.confirm' },
} as const;

/** Renders the confirmation of deleting the selected records: their number, and the effects on others. */
export default function DeleteSelectedDialog(props: BulkProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, label, detail, onClose } = props;
  const { busy, failure, shownCount, selected: select, run } = useBulkDialog(props);
  const effects = useQuery({
    queryKey: ['deletion', resource.name, select],
    queryFn: async () => (await apiOf(resource.name).bulkDeletion({ body: { select } })).body,
    // Never cached: the effects must be current.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const { deleted, changed, blocking } = effects.data ?? { deleted: [], changed: [], blocking: [] };
  const isBlocked = blocking.length > 0;
  const isLarge = shownCount > MAX_BATCH_SIZE;
  const archives = resource.archive && !isInArchive(select);
  const texts = TEXTS[archives ? 'archive' : 'delete'];
  const records = label === undefined ? labels.count(resource, shownCount) : shortLabel(label);
  // The deletion of a record has the same words here as on its page.
  const isOne = label !== undefined && !archives;
  const question = isOne
    ? labels.message(resource, 'deleteQuestion', { label: records })
    : t(texts.question, { records });

  return (
    <Dialog title={question} onClose={onClose}>
      {detail && <RecordDetail text={detail} />}
      {isBlocked ? (
        <AffectedList
          title={t(shownCount > 1 ? 'manager.table.blocked' : 'manager.remove.blocked')}
          reached={blocking}
        />
      ) : archives ? (
        <>
          <p>{t('manager.archive.text')}</p>
          {isLarge && <p>{t('manager.table.inPortions')}</p>}
        </>
      ) : (
        <>
          {shownCount > 1 && <p>{t(isLarge ? 'manager.table.inPortions' : 'manager.table.allOrNone')}</p>}
          <UndoSentence resource={resource} />
        </>
      )}
      {!isBlocked && <AffectedList title={t('manager.table.along')} reached={deleted} />}
      {!isBlocked && <AffectedList title={t('manager.table.changes')} reached={changed} />}
      <FormError text={failure || (effects.isError ? t('manager.remove.checkFailed') : '')} />
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {effects.isError && <Button action={() => effects.refetch()}>{t('common.tryAgain')}</Button>}
        {!isBlocked && !effects.isError && (
          <Button
            variant={archives ? 'primary' : 'danger'}
            busy={busy || effects.isPending}
            onClick={() => run({ action: 'delete' })}
          >
            {isOne ? t('manager.remove.confirm') : t(texts.confirm, { records })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Renders which records are deleted along with a record, or which ones prevent its deletion. */
export function DeletionEffectsList({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation();
  const { deleted, changed, blocking } = deletion;
  if (blocking.length > 0) return <AffectedList title={t('manager.remove.blocked')} reached={blocking} />;
  return (
    <>
      <AffectedList title={t('manager.remove.along')} reached={deleted} />
      <AffectedList title={t('manager.remove.changes')} reached={changed} />
    </>
  );
}

/** Renders what distinguishes a record from others with the same label, below the question. */
export const RecordDetail = ({ text }: { text: string }) => (
  <p className="soft">
    <bdi className={styles.detail}>{text}</bdi>
  </p>
);

/** Renders whether the user can undo a deletion: the same sentence wherever records are deleted. */
export function UndoSentence({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  if (!canUndo(resource, 'delete')) return <p>{t('manager.remove.final')}</p>;
  return (
    <>
      <p>{t('manager.remove.undoable')}</p>
      {resource.managedBy === 'auth' && <p>{t('manager.remove.accountLoses')}</p>}
    </>
  );
}

/** Renders the number of records of each resource that a deletion affects; nothing without any. */
function AffectedList({ title, reached }: { title: string; reached: readonly AffectedRecords[] }) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (reached.length === 0) return null;
  return (
    <div className={styles.part}>
      <p>{title}</p>
      <ul className={styles.reached}>
        {reached.map(({ resource: name, total }) => {
          const resource = name === null ? undefined : resourceNamed(name);
          return (
            <li key={name}>
              {resource ? labels.count(resource, total) : t('manager.remove.others', { count: total })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
