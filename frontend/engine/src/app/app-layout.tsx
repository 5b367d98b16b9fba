import * as product from 'virtual:bindery/product';
import { loginPath } from '@bindery/contract/api/redirect.ts';
import { House, LayoutDashboard, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { matchPath, Navigate, Outlet, useLocation } from 'react-router';
import { may, useSession } from '#frontend/shell/auth/session.ts';
import { classNames } from '#frontend/shell/components/class-names.ts';
import { AppLink, AppNavLink } from '#frontend/shell/layout/app-link.tsx';
import { Brand } from '#frontend/shell/layout/brand.tsx';
import { SkipLink } from '#frontend/shell/layout/skip-link.tsx';
import { Onboarding } from '#frontend/sign-in/lazy-onboarding.tsx';
import styles from './app-layout.module.css';
import { type AppFeature, features } from './feature.ts';

/**
 * Layout of the reader area: a top bar on tablets and wider, tabs on phones. Renders the onboarding for new
 * users.
 */
export function Component() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const alone = features.some(({ fullScreen = [] }) =>
    fullScreen.some((path) => matchPath(path, location.pathname)),
  );
  if (!session) return <Navigate to={loginPath(location)} replace />;
  if (!session.user.onboardedAt) return <Onboarding />;
  return (
    <div className={classNames(styles.layout, alone && styles.alone)}>
      <SkipLink />
      <header className={styles.bar}>
        <AppLink to="/app" className={styles.home} aria-label={product.name}>
          <Brand />
        </AppLink>
        <Navigation />
        {may('apps', 'manager') && (
          <AppLink to="/manager" className={styles.manager}>
            <LayoutDashboard size={18} aria-hidden="true" />
            {t('app.nav.manager')}
          </AppLink>
        )}
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
    </div>
  );
}

/** Renders the tabs: the features that the visitor may read, between home and account. */
function Navigation() {
  const { t } = useTranslation();
  const tabs: Pick<AppFeature, 'icon' | 'tab' | 'to'>[] = [
    { to: '/app', icon: House, tab: 'app.nav.home' },
    ...features.filter(({ reads }) => may(reads, 'read')),
    { to: '/app/account', icon: UserRound, tab: 'app.nav.account' },
  ];
  return (
    <nav className={styles.tabs} aria-label={t('app.nav.label')}>
      {tabs.map(({ to, icon: Icon, tab }) => (
        <AppNavLink key={to} to={to} end={to === '/app'} className={styles.tab ?? ''}>
          <Icon size={20} aria-hidden="true" />
          {t(tab)}
        </AppNavLink>
      ))}
    </nav>
  );
}
