import { loginPath } from '@bindery/contract/api/redirect.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#frontend/shell/auth/session.ts';
import { useOnline } from '#frontend/shell/browser/offline.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import '#frontend/shell/components/choices.css';
import { SkipLink } from '#frontend/shell/layout/skip-link.tsx';
import { CrumbsPlace } from './crumbs-place.ts';
import styles from './manager-layout.module.css';
import { MenuDrawer } from './menu-drawer.tsx';
import { Sidebar, useCollapsed } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

const Onboarding = lazy(async () => {
  const [{ Component }] = await Promise.all([
    import('#frontend/sign-in/onboarding.tsx'),
    loadNamespaces('login'),
  ]);
  return { default: Component };
});

/** Layout of the manager: the menu, the top bar, notices, and the page. Renders the onboarding for new users. */
export function ManagerLayout({ above, children }: { above?: ReactNode; children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const online = useOnline();
  const [collapsed, toggle] = useCollapsed();
  // Set during the commit, and so before the first paint.
  const [crumbs, setCrumbs] = useState<HTMLElement | null>(null);
  const [menuAt, setMenuAt] = useState<string>();
  if (!session) return <Navigate to={loginPath(location)} replace />;
  if (!session.user.onboardedAt)
    return (
      <Suspense>
        <Onboarding />
      </Suspense>
    );
  return (
    <div className={styles.frame} data-offline={!online || undefined}>
      <SkipLink />
      <Sidebar collapsed={collapsed} onToggle={toggle} />
      <div className={styles.side}>
        <TopBar onMenu={() => setMenuAt(location.key)} crumbs={setCrumbs} />
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
