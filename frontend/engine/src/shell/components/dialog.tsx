import { X } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { Modal } from './modal.tsx';
import { currentToasts, subscribeToToasts } from './toasts.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Renders a modal dialog with a title, as a bottom drawer on narrow screens. Mount it to open it, unmount it
 * to close it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Modal className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.sheet}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {/* Last in the DOM, so that the initial focus is on the dialog's content. */}
        <IconButton className={styles.close} label={t('common.close')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
        <ToastAnnouncer />
      </div>
    </Modal>
  );
}

/**
 * Announces toasts that appear while the dialog is open, because a modal hides the toasts from screen
 * readers.
 */
function ToastAnnouncer() {
  const { said } = useSyncExternalStore(subscribeToToasts, currentToasts);
  const [before] = useState(said);
  return (
    <p className="only-for-screen-readers" role="status">
      {said !== before && said?.text}
    </p>
  );
}

/** Renders the buttons at the end of a dialog, the primary one last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
