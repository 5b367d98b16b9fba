import { useDataProvider } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Copy, Link } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { closeMenu, Menu, MenuAction } from '#frontend/shell/components/menu.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { shortLabel } from '#frontend/shell/i18n/format.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { DeletionLabel, RestoreButton } from '../bulk/archive-actions.tsx';
import DeleteSelectedDialog, {
  DeletionEffectsList,
  RecordDetail,
  UndoSentence,
} from '../bulk/delete-selected-dialog.tsx';
import { bringBack } from '../history/undo.ts';
import { useLabels } from '../labels.ts';
import { useLeaveFor } from '../layout/leave-page.ts';
import { restrictionsOf } from '../overrides.ts';
import { invalidateLists, removeRecord } from '../refine/query-client.ts';
import { addresses, apiOf, labelOf, type ManagerRecord, useResource } from '../resource.ts';
import { canUndo, mayWith } from '../row-rights.ts';
import { secondaryText } from '../secondary-text.ts';
import { useCopyLink, useDoneToast } from '../toasts/toasts.tsx';
import type { RecordActionsProps } from './record-actions.tsx';

interface RecordMenuProps extends RecordActionsProps {
  button: HTMLElement;
  onClose: () => void;
}

/** Renders the menu of a record's page, then the dialog that deletes it. Mount it to open it. */
export default function RecordMenu({ item, record, button, onClose }: RecordMenuProps) {
  const { t } = useTranslation();
  const resource = useResource();
  const labels = useLabels();
  const leaveFor = useLeaveFor();
  const copyLink = useCopyLink();
  const [deleting, setDeleting] = useState(false);
  const { name, singular } = resource;
  const close = () => closeMenu(onClose, button);
  if (deleting && resource.archive)
    return (
      <DeleteSelectedDialog
        resource={resource}
        select={{ ids: [item.id] }}
        count={1}
        label={labelOf(resource, item)}
        detail={secondaryText(resource, item, labels)}
        onGone={() => void record.reload()}
        onDone={() => void leaveFor(addresses.list(name))}
        onClose={close}
      />
    );
  if (deleting) return <DeleteDialog item={item} record={record} onClose={close} />;
  return (
    <Menu button={button} label={t('manager.list.more')} title={labelOf(resource, item)} onClose={close}>
      {may(singular, 'create') && (
        <AppLink role="menuitem" tabIndex={-1} to={addresses.duplicate(name, item.id)}>
          <Copy size={16} aria-hidden="true" />
          {t('manager.forms.duplicate')}
        </AppLink>
      )}
      <MenuAction
        onPress={() => {
          close();
          void copyLink(addresses.show(name, item.id));
        }}
      >
        <Link size={16} aria-hidden="true" />
        {t('manager.table.copyLink')}
      </MenuAction>
      {mayWith(resource, 'delete', item) && !restrictionsOf(name, item).record && (
        <MenuAction isDangerous onPress={() => setDeleting(true)}>
          <DeletionLabel resource={resource} isArchived={false} />
        </MenuAction>
      )}
    </Menu>
  );
}

/**
 * Renders the confirmation of a deletion with its effects on other records. Navigates to the list afterwards.
 */
function DeleteDialog({ item, record, onClose }: RecordActionsProps & { onClose: () => void }) {
  const resource = useResource();
  const { t } = useTranslation();
  const labels = useLabels();
  const leaveFor = useLeaveFor();
  const tellDone = useDoneToast(resource);
  const { deleteOne } = useDataProvider()();
  const [changed, setChanged] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  // Only when this page is left: it would query the record again.
  useEffect(() => (isDeleted ? () => removeRecord(item.id) : undefined), [isDeleted, item.id]);
  const effects = useQuery({
    queryKey: ['deletion', resource.name, item.id],
    queryFn: async () => (await apiOf(resource.name).deletion({ params: { id: item.id } })).body,
    // Never cached: the effects must be current.
    gcTime: 0,
    staleTime: 0,
  });
  const { data: deletion } = effects;
  const isBlocked = deletion !== undefined && deletion.blocking.length > 0;

  async function remove() {
    try {
      await deleteOne({ resource: resource.name, id: item.id, meta: { etag: record.etag } });
      // Refine's useDelete would refetch the queries of this page, which is open until the list is rendered.
      await invalidateLists('none');
      setDeleted(true);
      await leaveFor(addresses.list(resource.name));
      const undo = () => bringBack({ resource, id: item.id });
      const deleted = labels.message(resource, 'deleted');
      tellDone(deleted, canUndo(resource, 'delete') ? undo : undefined, labelOf(resource, item));
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) {
        await Promise.all([record.reload(), effects.refetch()]);
        return setChanged(true);
      }
      if (error instanceof HttpError && error.code === 'IN_USE') return void (await effects.refetch());
      onClose();
      await notifyError(error, labels.message(resource, 'deleteFailed'));
    }
  }

  return (
    <Dialog
      title={labels.message(resource, 'deleteQuestion', { label: shortLabel(labelOf(resource, item)) })}
      onClose={onClose}
    >
      <RecordDetail text={secondaryText(resource, item, labels)} />
      {!isBlocked && <UndoSentence resource={resource} />}
      {deletion && <DeletionEffectsList deletion={deletion} />}
      {effects.isError && <p role="alert">{t('manager.remove.checkFailed')}</p>}
      {changed && <p role="alert">{t('manager.remove.changed')}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        {effects.isError && <Button action={() => effects.refetch()}>{t('common.tryAgain')}</Button>}
        {!isBlocked && !effects.isError && (
          <Button variant="danger" busy={!deletion || isDeleted} action={remove}>
            {t('manager.remove.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Renders the actions of an archived record. */
export function ArchivedActions({ item }: { item: ManagerRecord }) {
  const resource = useResource();
  const labels = useLabels();
  const leaveFor = useLeaveFor();
  const [deleting, setDeleting] = useState(false);
  const select = { ids: [item.id], archived: true };
  return (
    <>
      {mayWith(resource, 'restore', item) && (
        <RestoreButton
          resource={resource}
          select={select}
          onDone={() => void leaveFor(addresses.show(resource.name, item.id))}
        />
      )}
      {mayWith(resource, 'delete', item) && (
        <Button variant="dangerOutline" onClick={() => setDeleting(true)} aria-haspopup="dialog">
          <DeletionLabel resource={resource} isArchived />
        </Button>
      )}
      {deleting && (
        <DeleteSelectedDialog
          resource={resource}
          select={select}
          count={1}
          label={labelOf(resource, item)}
          detail={secondaryText(resource, item, labels)}
          onGone={() => void leaveFor(addresses.archive(resource.name))}
          onDone={() => void leaveFor(addresses.archive(resource.name))}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
