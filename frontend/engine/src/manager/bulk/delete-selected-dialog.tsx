import { MOST_AT_ONCE } from '@bindery/contract/records/limits.ts';
import type { Selection } from '@bindery/contract/records/resources/bulk.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { shortLabel, useLabels } from '../labels.ts';
import { apiOf } from '../resource-api.ts';
import { useFailure } from '../toasts/use-failure.ts';
import type { BulkProps } from './bulk-props.ts';
import { AffectedList, RecordDetail, UndoSentence } from './deletion-effects.tsx';
import { isInArchive, useBulk } from './use-bulk.ts';

/** The texts of each kind of deletion. */
const TEXTS = {
  delete: { question: 'manager.table.deleteQuestion', confirm: 'manager.table.delete' },
  archive: { question: 'manager.archive.question', confirm: 'manager.archive.confirm' },
} as const;

/** Renders the confirmation of deleting the selected records: their number, and the effects on others. */
export default function DeleteSelectedDialog(props: BulkProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { resource, count, label, detail, onDone, onClose } = props;
  const write = useBulk(resource);
  const [busy, setBusy] = useState(false);
  const { failure, failed, forget } = useFailure(props);
  // The user sees the number that the server has found last.
  const told = failure?.count ?? count;
  const select: Selection = 'ids' in props.select ? props.select : { ...props.select, count: told };
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
  const isLarge = told > MOST_AT_ONCE;
  const archives = resource.archive && !isInArchive(select);
  const texts = TEXTS[archives ? 'archive' : 'delete'];
  const records = label === undefined ? labels.count(resource, told) : shortLabel(label);

  async function remove() {
    setBusy(true);
    forget();
    try {
      await write(select, { action: 'delete' });
      onDone();
    } catch (error) {
      await failed(error);
      setBusy(false);
    }
  }

  return (
    <Dialog title={t(texts.question, { records })} onClose={onClose}>
      {detail && <RecordDetail text={detail} />}
      {isBlocked ? (
        <AffectedList
          title={t(told > 1 ? 'manager.table.blocked' : 'manager.remove.blocked')}
          reached={blocking}
        />
      ) : archives ? (
        <>
          <p>{t('manager.archive.text')}</p>
          {isLarge && <p>{t('manager.table.inPortions')}</p>}
        </>
      ) : (
        <>
          {told > 1 && <p>{t(isLarge ? 'manager.table.inPortions' : 'manager.table.allOrNone')}</p>}
          <UndoSentence resource={resource} />
        </>
      )}
      {!isBlocked && deleted.length > 0 && (
        <AffectedList title={t('manager.table.along')} reached={deleted} />
      )}
      {!isBlocked && changed.length > 0 && (
        <AffectedList title={t('manager.table.changes')} reached={changed} />
      )}
      {effects.isError && <p role="alert">{t('manager.remove.checkFailed')}</p>}
      {failure && <p role="alert">{failure.text}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {effects.isError && <Button onClick={() => effects.refetch()}>{t('common.tryAgain')}</Button>}
        {!isBlocked && !effects.isError && (
          <Button variant={archives ? 'primary' : 'danger'} busy={busy || effects.isPending} onClick={remove}>
            {t(texts.confirm, { records })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
