import { useDelete } from '@refinedev/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Resource } from '#contract/schema/index.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../shell/button.tsx';
import { Dialog, DialogActions } from '../../shell/dialog.tsx';
import { notifyFailure } from '../../shell/failure.ts';
import { HttpError } from '../../shell/http-error.ts';
import { notify } from '../../shell/toasts.ts';
import { useLabels } from '../labels.ts';
import { addresses, type Item, labelOf } from '../resource.ts';
import type { LoadedRecord } from '../use-record.ts';

export interface DeleteDialogProps {
  readonly resource: Resource;
  readonly item: Item;
  readonly record: LoadedRecord;
  readonly onClose: () => void;
}

/** Asks once more before a record is gone for good, then leads back to the list. */
export function DeleteDialog({ resource, item, record, onClose }: DeleteDialogProps) {
  const { t } = useTexts();
  const labels = useLabels();
  const navigate = useNavigate();
  const { mutateAsync } = useDelete();
  // Not the mutation's own mark, which comes too late for a double click.
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await mutateAsync({
        resource: resource.name,
        id: item.id,
        meta: { etag: record.etag },
        successNotification: false,
        errorNotification: false,
      });
      await navigate(addresses.list(resource.name), { replace: true });
      await notify('success', labels.say(resource, 'deleted'));
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) {
        await record.reload();
        setBusy(false);
        return setChanged(true);
      }
      onClose();
      await notifyFailure(error, labels.say(resource, 'deleteFailed'));
    }
  }

  return (
    <Dialog title={labels.say(resource, 'deleteQuestion')} onClose={onClose}>
      <p>{t('manager.remove.text', { record: labelOf(resource, item) })}</p>
      {changed && <p role="alert">{t('manager.remove.changed')}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" busy={busy} onClick={remove}>
          {t('manager.remove.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
