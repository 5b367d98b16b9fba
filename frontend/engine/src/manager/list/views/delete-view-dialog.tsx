import type { SavedView } from '@bindery/contract/records/views.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#frontend/shell/components/confirm-dialog.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { notify } from '#frontend/shell/components/toasts.ts';
import type { List } from '../state/use-list.ts';
import { deleteView } from './use-views.ts';

interface DeleteViewDialogProps {
  list: List;
  view: SavedView;
  onClose: () => void;
}

/** Renders the confirmation before a view is deleted. The list stays as it is. */
export default function DeleteViewDialog({ list, view, onClose }: DeleteViewDialogProps) {
  const { t } = useTranslation();
  const confirm = async () => {
    try {
      await deleteView(view);
      list.ask({ view: '' });
      await notify('success', t('manager.views.deleted'));
    } catch (error) {
      await notifyError(error, t('manager.views.deleteFailed'));
    }
  };
  return (
    <ConfirmDialog
      title={t('manager.views.deleteTitle', { name: view.name })}
      text={t('manager.views.deleteText')}
      confirm={t('manager.views.delete')}
      variant="danger"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
