import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useTexts } from '../i18n/use-texts.ts';
import { DemoHost } from './demo-host.tsx';
import { EnvironmentBanner } from './environment-banner.tsx';
import { FreshSessionHost } from './fresh-session-host.tsx';
import { ImpersonationHost } from './impersonation-host.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './root-layout.module.css';
import { ToastHost } from './toast-host.tsx';

/** What every page of both areas shares. */
export function RootLayout() {
  const { t } = useTexts();
  const navigation = useNavigation();
  useFocusOnHeading();
  return (
    <>
      {navigation.state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <EnvironmentBanner />
      <ImpersonationHost />
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration />
      <ToastHost />
      <DemoHost />
      <FreshSessionHost />
    </>
  );
}

/** After a navigation, screen readers go on at the new page's heading. The first page is left as it is. */
function useFocusOnHeading() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
}
