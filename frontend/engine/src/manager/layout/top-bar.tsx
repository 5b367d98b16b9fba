import { Menu, Search } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { shortcutText, useShortcut } from '../keys/use-shortcut.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './top-bar.module.css';

const Palette = lazyDialog(() => import('../palette/palette.tsx'));

interface TopBarProps {
  onMenu: () => void;
  /** Receives the element of the breadcrumbs. */
  crumbs: Ref<HTMLDivElement>;
}

/** Renders the bar above the page: its breadcrumbs, the command palette, the account menu, and the menu button on phones. */
export function TopBar({ onMenu, crumbs }: TopBarProps) {
  const { t } = useTranslation();
  const { key } = useLocation();
  const [paletteAt, setPaletteAt] = useState<string>();
  const open = () => setPaletteAt(key);
  const close = () => setPaletteAt(undefined);
  const isOpen = paletteAt === key;
  useShortcut('k', isOpen ? close : open);
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.menu} onClick={onMenu} aria-label={t('manager.menu.open')}>
        <Menu size={20} aria-hidden="true" />
      </button>
      <div ref={crumbs} className={styles.crumbs} />
      <button type="button" className={styles.palette} onClick={open} aria-keyshortcuts="Control+K Meta+K">
        <Search size={18} aria-hidden="true" />
        <span className={styles.hint}>{t('manager.palette.open')}</span>
        <kbd className={styles.keys}>{shortcutText('k')}</kbd>
      </button>
      <AccountMenu />
      {isOpen && <Palette onClose={close} />}
    </header>
  );
}
