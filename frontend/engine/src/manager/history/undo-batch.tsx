import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import { MOST_AT_ONCE } from '@bindery/contract/records/limits.ts';
import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { notify } from '#frontend/shell/components/toasts.ts';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { undoBatch } from '../batches/batch-jobs.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { createIdempotencyKeys } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';
import { resourceNamed } from '../resource.ts';

interface UndoBatchProps {
  readonly batch: string;
  readonly count: number;
  readonly madeBy: Pick<HistoryEntry, 'actor' | 'impersonator'>;
}

/** Returns whether the user has made a change themselves; users cannot undo batches of others. */
function isOwn({ actor, impersonator }: UndoBatchProps['madeBy']): boolean {
  const session = currentSession();
  const self = session?.impersonatedBy ?? session?.user.id;
  const author = impersonator ?? actor;
  // Users who may not read users do not see the author: the server decides.
  return author === null || author.id === self;
}

/**
 * Renders the button that undoes all changes of a batch, after a confirmation. Nothing for another user's
 * batch.
 */
export function UndoBatch(props: UndoBatchProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  if (!isOwn(props.madeBy)) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t('manager.batches.undoAll')}
      </Button>
      {asks && <UndoBatchDialog {...props} onClose={() => setAsks(false)} />}
    </>
  );
}

function UndoBatchDialog({ batch, count, onClose }: UndoBatchProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const [busy, setBusy] = useState(false);
  const [keys] = useState(createIdempotencyKeys);
  const [refusal, setRefusal] = useState('');

  async function explain(error: unknown): Promise<string> {
    const text = await describeError(error);
    const { record }: Partial<ErrorBody> = Object(error instanceof HttpError && error.body);
    const resource = resourceNamed(record?.resource);
    return record && resource ? `${labels.singular(resource)} ${nameOf(resource, record)}: ${text}` : text;
  }

  async function undo() {
    setBusy(true);
    setRefusal('');
    let isDone: boolean;
    try {
      isDone = await undoBatch(batch, keys);
    } catch (error) {
      setRefusal(await explain(error));
      return setBusy(false);
    }
    onClose();
    if (!isDone) return;
    await Promise.all([queryClient.invalidateQueries(), notify('success', t('manager.changes.undone'))]);
  }

  return (
    <Dialog title={t('manager.batches.question', { count })} onClose={onClose}>
      <p>{t(count > MOST_AT_ONCE ? 'manager.batches.inPortions' : 'manager.batches.text')}</p>
      {refusal && <p role="alert">{refusal}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" busy={busy} onClick={undo}>
          {t('manager.batches.undoAll')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
