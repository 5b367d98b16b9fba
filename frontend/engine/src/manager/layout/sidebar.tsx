import * as product from 'virtual:bindery/product';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { shortcutText, useShortcut } from '../keys/use-shortcut.ts';
import { MenuList } from './menu-list.tsx';
import styles from './sidebar.module.css';

/** Renders the menu next to the page, on tablets and wider. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  const label = t(collapsed ? 'manager.menu.expand' : 'manager.menu.collapse');
  return (
    <nav
      className={styles.sidebar}
      aria-label={t('manager.menu.label')}
      data-collapsed={collapsed || undefined}
    >
      <div className={styles.head}>
        {!collapsed && (
          <AppLink to="/manager" className={styles.home} aria-label={product.name}>
            <Brand />
          </AppLink>
        )}
        <IconButton
          className={styles.toggle}
          onClick={onToggle}
          label={label}
          aria-expanded={!collapsed}
          aria-keyshortcuts="Control+B Meta+B"
          title={`${label} (${shortcutText('b')})`}
        >
          <Icon size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <MenuList collapsed={collapsed} />
    </nav>
  );
}

const storageKey = 'managerMenu';

function read(): boolean | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? undefined : stored === 'collapsed';
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the menu is collapsed to icons, and a toggle. Ctrl or ⌘ with B toggles it too. Stored in
 * this browser; until it is toggled, it leaves the space of a tablet to the page.
 */
export function useCollapsed(): [boolean, () => void] {
  const isTablet = useMedia('(width < 1024px)');
  const [chosen, setChosen] = useState(read);
  const collapsed = chosen ?? isTablet;
  const toggle = () => {
    setChosen(!collapsed);
    try {
      localStorage.setItem(storageKey, collapsed ? 'open' : 'collapsed');
    } catch {
      // The storage is blocked: the choice lasts until the user leaves the page.
    }
  };
  useShortcut('b', toggle);
  return [collapsed, toggle];
}
