import ConfigProvider from 'antd/es/config-provider';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { useModal } from '#frontend/shell/components/use-modal.ts';
import styles from './form-drawer.module.css';

interface FormDrawerProps {
  readonly title: string;
  /** Buttons next to the title. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

/**
 * Renders a form next to the page, above it on narrow screens. Mount it to open it, unmount it to close it.
 */
export function FormDrawer({ title, actions, onClose, onKeyDown, children }: FormDrawerProps) {
  const { t } = useTranslation();
  const drawer = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-labelledby={titleId}
      onKeyDownCapture={keepOpenWithChoices}
      onKeyDown={(event) => isWithin(event) && onKeyDown?.(event)}
      onCancel={(event) => {
        // Dialogs above it cancel themselves.
        if (event.target !== drawer.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === drawer.current && onClose()}
    >
      <div className={styles.sheet}>
        <header className={styles.head}>
          {/* biome-ignore lint/a11y/noAutofocus: a dialog opens with the focus on its title, as a page does */}
          <h2 id={titleId} tabIndex={-1} autoFocus>
            <bdi>{title}</bdi>
          </h2>
          {actions}
          <IconButton label={t('common.close')} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </header>
        {/* What is outside of a modal dialog lies below it. */}
        <ConfigProvider getPopupContainer={(trigger) => trigger?.closest('dialog') ?? document.body}>
          {children}
        </ConfigProvider>
      </div>
    </dialog>
  );
}

/** Lets Escape close only the open options of a select, which is not a dialog for the browser. */
function keepOpenWithChoices(event: KeyboardEvent<HTMLElement>) {
  const isSelect = event.target instanceof Element && event.target.matches('[aria-expanded=true]');
  if (event.key === 'Escape' && isSelect) event.preventDefault();
}

/** Returns whether an event belongs to the drawer itself, and not to a dialog above it. */
const isWithin = ({ target, currentTarget }: KeyboardEvent<HTMLElement>) =>
  target instanceof Element && target.closest('dialog') === currentTarget;
