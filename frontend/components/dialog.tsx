import { X } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { shownToasts, subscribeToToasts } from './toasts.ts';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, drawn as a drawer from below on narrow screens. Mount it to open it, unmount it to close it:
 * the browser keeps the focus inside and gives it back afterwards.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useModal();
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; by keyboard, Escape does
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className={styles.sheet}>
        <h2 id={titleId}>{title}</h2>
        {children}
        {/* Last, so that the focus starts at what the dialog is about. */}
        <IconButton className={styles.close} label={t('common.close')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
        <ToldMeanwhile />
      </div>
    </dialog>
  );
}

/** What toasts say while the dialog is open: they appear above it, where screen readers do not get to meanwhile. */
function ToldMeanwhile() {
  const { said } = useSyncExternalStore(subscribeToToasts, shownToasts);
  const [before] = useState(said);
  return (
    <p className="only-for-screen-readers" role="status">
      {said !== before && said?.text}
    </p>
  );
}

/** The row of buttons that ends a dialog, the one that goes ahead last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
