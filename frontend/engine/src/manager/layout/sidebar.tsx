import * as product from 'virtual:bindery/product';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { shortcutText } from '../keys/use-shortcut.ts';
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
