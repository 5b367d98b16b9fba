import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { useModal } from '#frontend/shell/components/use-modal.ts';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import styles from './menu-drawer.module.css';
import { MenuList } from './menu-list.tsx';

/** Renders the menu on phones as a drawer. Mount it to open it, unmount it to close it. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const drawer = useModal();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click next to the drawer closes it, as Escape does
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label={t('manager.menu.label')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === drawer.current && onClose()}
    >
      <nav className={styles.sheet} aria-label={t('manager.menu.label')}>
        <div className={styles.head}>
          <Brand />
          <IconButton label={t('common.close')} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <MenuList />
      </nav>
    </dialog>
  );
}
