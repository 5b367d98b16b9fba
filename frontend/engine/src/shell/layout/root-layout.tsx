import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { ToastHost } from '../components/toasts.tsx';
import { DemoHost } from '../session/demo-host.tsx';
import { FreshSessionHost } from '../session/fresh-session-host.tsx';
import { ImpersonationHost } from '../session/impersonation-host.tsx';
import { EnvironmentBanner } from './environment-banner.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import styles from './root-layout.module.css';
import { useFocusOnHeading } from './use-focus-on-heading.ts';

// Only on a development server: a build removes this condition.
const ViewingBanner = import.meta.env.DEV
  ? lazy(() => import('../developers/viewing-banner.tsx'))
  : undefined;

/** Renders what every page of both areas shares. */
export function RootLayout() {
  const { t } = useTranslation();
  const navigation = useNavigation();
  useFocusOnHeading();
  useEffect(() => globalThis.repeatEarly?.(), []);
  return (
    <>
      {navigation.state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <EnvironmentBanner />
      <ImpersonationHost />
      {ViewingBanner && (
        <Suspense>
          <ViewingBanner />
        </Suspense>
      )}
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration />
      <ToastHost />
      <DemoHost />
      <FreshSessionHost />
    </>
  );
}
