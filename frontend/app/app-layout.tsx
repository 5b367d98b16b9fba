import { BookOpen, House, LayoutDashboard, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useMatch } from 'react-router';
import { loginPath } from '#contract/redirect.ts';
import { may, useSession } from '../auth/session.ts';
import { classNames } from '../components/class-names.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import { AppLink, AppNavLink } from '../layout/app-link.tsx';
import { Brand } from '../layout/brand.tsx';
import { SkipLink } from '../layout/skip-link.tsx';
import styles from './app-layout.module.css';

const Onboarding = lazy(async () => {
  const [{ Component }] = await Promise.all([import('../login/onboarding.tsx'), loadNamespaces('login')]);
  return { default: Component };
});

/**
 * Layout of the reader area: a top bar on tablets and wider, tabs on phones. Renders the onboarding for new
 * users.
 */
export function Component() {
  const { t } = useTranslation();
  const session = useSession();
  const location = useLocation();
  const alone = useMatch('/app/books/:id') !== null;
  if (!session) return <Navigate to={loginPath(location)} replace />;
  if (!session.user.onboardedAt) {
    return (
      <Suspense>
        <Onboarding />
      </Suspense>
    );
  }
  return (
    <div className={classNames(styles.layout, alone && styles.alone)}>
      <SkipLink />
      <header className={styles.bar}>
        <AppLink to="/app" className={styles.home} aria-label={t('common.product')}>
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

const tabs = [
  { to: '/app', icon: House, name: 'app.nav.home' },
  { to: '/app/books', icon: BookOpen, name: 'app.nav.books', reads: 'book' },
  { to: '/app/account', icon: UserRound, name: 'app.nav.account' },
] as const;

/** Returns the tabs whose resources the visitor may read. */
const shownTabs = () => tabs.filter((tab) => !('reads' in tab) || may(tab.reads, 'read'));

function Navigation() {
  const { t } = useTranslation();
  return (
    <nav className={styles.tabs} aria-label={t('app.nav.label')}>
      {shownTabs().map(({ to, icon: Icon, name }) => (
        <AppNavLink key={to} to={to} end={to === '/app'} className={styles.tab ?? ''}>
          <Icon size={20} aria-hidden="true" />
          {t(name)}
        </AppNavLink>
      ))}
    </nav>
  );
}
