import type { AuditChange } from '@bindery/contract/api/history.ts';
import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import { MAX_BATCH_SIZE } from '@bindery/contract/records/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { undoBatch } from '../batches/batch-jobs.ts';
import { useErrorList } from '../field-errors.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { createIdempotencyKeys } from '../refine/idempotency-keys.ts';
import { queryClient } from '../refine/query-client.ts';
import { resourceNamed } from '../resource.ts';
import { UndoneBadge } from './change-sentence.tsx';

/** Returns whether the user has made a change themselves; users cannot undo batches of others. */
function isOwn({ actor, impersonator }: AuditChange): boolean {
  const session = currentSession();
  const self = session?.impersonatedBy ?? session?.user.id;
  const author = impersonator ?? actor;
  // Users who may not read users do not see the author: the server decides.
  return author === null || author.id === self;
}

interface BatchUndoProps {
  readonly change: AuditChange;
  readonly variant?: 'quiet' | 'secondary';
}

/**
 * Renders the button that undoes all changes of a batch, after a confirmation, or that they have been undone.
 * Nothing for another user's batch.
 */
export function BatchUndo({ change, variant = 'quiet' }: BatchUndoProps) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const { batch, batchSize = 1, batchUndone } = change;
  if (batchUndone) return <UndoneBadge />;
  if (batch === null || !isOwn(change)) return null;
  return (
    <>
      <Button variant={variant} aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {t('manager.batches.undoAll')}
      </Button>
      {asks && <UndoBatchDialog batch={batch} count={batchSize} onClose={() => setAsks(false)} />}
    </>
  );
}

function UndoBatchDialog({ batch, count, onClose }: { batch: string; count: number; onClose: () => void }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const errorList = useErrorList();
  const [keys] = useState(createIdempotencyKeys);

  async function explain(error: unknown): Promise<string> {
    const ofFields = await errorList(error, undefined);
    const text = ofFields.length > 0 ? ofFields.join(' · ') : await describeError(error);
    const { record }: Partial<ErrorBody> = Object(error instanceof HttpError && error.body);
    const resource = resourceNamed(record?.resource);
    return record && resource ? `${labels.singular(resource)} ${nameOf(resource, record)}: ${text}` : text;
  }

  async function undo() {
    const isDone = await undoBatch(batch, keys);
    onClose();
    if (!isDone) return;
    await Promise.all([queryClient.invalidateQueries(), notify('success', t('manager.table.undone'))]);
  }

  return (
    <FormDialog
      title={t('manager.batches.question', { count })}
      action={t('manager.batches.undoAll')}
      onSubmit={undo}
      explain={explain}
      onClose={onClose}
    >
      <p>{t(count > MAX_BATCH_SIZE ? 'manager.batches.inPortions' : 'manager.batches.text')}</p>
    </FormDialog>
  );
}
