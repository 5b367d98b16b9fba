import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The label of the confirm button. */
  confirm: string;
  variant?: ButtonVariant;
  /** Runs the action. The dialog waits for it, then closes. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Renders a dialog that asks for confirmation of an irreversible action. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  variant = 'primary',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();

  async function confirmAndClose() {
    await onConfirm();
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant={variant} action={confirmAndClose}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
