import { loginPath } from '@bindery/contract/api/redirect.ts';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#frontend/shell/auth/session.ts';
import { useOnline } from '#frontend/shell/browser/offline.ts';
import { readStored, store } from '#frontend/shell/browser/stored.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import '#frontend/shell/components/choices.css';
import * as product from 'virtual:bindery/product';
import { Menu, PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { Modal } from '#frontend/shell/components/modal.tsx';
import { closePopover, Popover } from '#frontend/shell/components/popover.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { initials } from '#frontend/shell/components/user-name.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { SkipLink } from '#frontend/shell/layout/skip-link.tsx';
import { Onboarding } from '#frontend/sign-in/lazy-onboarding.tsx';
import { shortcutText, useShortcut } from '../keys/keys.tsx';
import { Palette } from '../palette/palette.tsx';
import styles from './manager-layout.module.css';
import { MenuList } from './menu-list.tsx';
import { CrumbsPlace } from './page.tsx';

/**
 * Layout of the manager: the menu, the top bar, notices, and the page. Renders the onboarding for new users.
 */
export function ManagerLayout({ above, children }: { above?: ReactNode; children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const online = useOnline();
  const [collapsed, toggle] = useCollapsed();
  const crumbs = useRef<HTMLDivElement>(null);
  const [menuAt, setMenuAt] = useState<string>();
  if (!session) return <Navigate to={loginPath(location)} replace />;
  if (!session.user.onboardedAt) return <Onboarding />;
  return (
    <div className={styles.frame} data-offline={!online || undefined}>
      <SkipLink />
      <Sidebar collapsed={collapsed} onToggle={toggle} />
      <div className={styles.side}>
        <TopBar onMenu={() => setMenuAt(location.key)} crumbs={crumbs} />
        {above}
        <main id="content" className={styles.content} tabIndex={-1}>
          <CrumbsPlace value={crumbs}>{children}</CrumbsPlace>
        </main>
      </div>
      {/* Bound to one history entry, so that following a link in the drawer closes it. */}
      {menuAt === location.key && <MenuDrawer onClose={() => setMenuAt(undefined)} />}
    </div>
  );
}

interface TopBarProps {
  onMenu: () => void;
  /** Receives the element of the breadcrumbs. */
  crumbs: Ref<HTMLDivElement>;
}

/**
 * Renders the bar above the page: its breadcrumbs, the command palette, the account menu, and the menu button
 * on phones.
 */
function TopBar({ onMenu, crumbs }: TopBarProps) {
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
      <AppLink to="/manager" className={styles.brand} aria-label={product.name}>
        <Brand />
      </AppLink>
      <div ref={crumbs} className={styles.crumbs} />
      {/* Of pages without breadcrumbs, such as those of errors. */}
      <AppLink className={styles.homeCrumb} to="/manager">
        {t('manager.menu.home')}
      </AppLink>
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

const Content = lazyDialog(
  async () => {
    const [content] = await Promise.all([import('./account-menu-content.tsx'), loadNamespaces('account')]);
    return content;
  },
  () => <Skeleton block="22rem" />,
);
const SignOutDialog = lazyDialog(() => import('#frontend/shell/session/sign-out-dialog.tsx'));

/** Renders the button with the user's initials, which opens the account menu. */
function AccountMenu() {
  const { t } = useTranslation();
  const user = useSession()?.user;
  const [signingOut, setSigningOut] = useState(false);
  if (!user) return null;
  const name = user.name || user.email;
  return (
    <>
      <Popover
        label={t('manager.frame.account')}
        buttonClassName={styles.button}
        button={
          <>
            <span className={styles.avatar} aria-hidden="true">
              {initials(name)}
            </span>
            <span className="only-for-screen-readers">{t('manager.frame.accountOf', { name })}</span>
          </>
        }
      >
        <Content
          user={user}
          onClose={closePopover}
          onSignOut={() => {
            closePopover();
            setSigningOut(true);
          }}
        />
      </Popover>
      {signingOut && <SignOutDialog onClose={() => setSigningOut(false)} />}
    </>
  );
}

/** Renders the menu next to the page, on tablets and wider. */
function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
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
          onClick={onToggle}
          label={label}
          aria-expanded={!collapsed}
          aria-keyshortcuts="Control+B Meta+B"
          title={`${label} (${shortcutText('b')})`}
        >
          {/* It shows a panel at the start of the line. */}
          <Icon size={18} data-mirrored aria-hidden="true" />
        </IconButton>
      </div>
      <MenuList collapsed={collapsed} />
    </nav>
  );
}

const storageKey = 'managerMenu';

/**
 * Returns whether the menu is collapsed to icons, and a toggle. Ctrl or ⌘ with B toggles it too. Stored in
 * this browser; until it is toggled, it leaves the space of a tablet to the page.
 */
export function useCollapsed(): [boolean, () => void] {
  const isTablet = useMedia('(width < 1024px)');
  const [chosen, setChosen] = useState(() => readStored(storageKey));
  const collapsed = chosen === null ? isTablet : chosen === 'collapsed';
  const toggle = () => {
    const next = collapsed ? 'open' : 'collapsed';
    setChosen(next);
    store(storageKey, next);
  };
  useShortcut('b', toggle);
  return [collapsed, toggle];
}

/** Renders the menu on phones as a drawer. Mount it to open it, unmount it to close it. */
function MenuDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal className={styles.drawer} aria-label={t('manager.menu.label')} onClose={onClose}>
      <nav className={styles.sheet} aria-label={t('manager.menu.label')}>
        <div className={styles.drawerHead}>
          <Brand />
          <IconButton label={t('common.close')} onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <MenuList />
      </nav>
    </Modal>
  );
}
