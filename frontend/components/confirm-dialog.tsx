import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  text: string;
  /** What the button that goes ahead says. */
  confirm: string;
  look?: ButtonVariant;
  /** Does what was asked about; the dialog waits for it, then closes. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  look = 'primary',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function goAhead() {
    setBusy(true);
    await onConfirm();
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant={look} busy={busy} onClick={goAhead}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
