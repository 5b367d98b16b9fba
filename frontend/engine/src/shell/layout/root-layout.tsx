import { CloudOff } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useOnline } from '../browser/offline.ts';
import { optional } from '../components/drawing.ts';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { ToastHost } from '../components/toasts.tsx';
import { type ExplainingDialog, onExplainingDialog } from '../http/explaining-dialogs.ts';
import { settings } from '../http/init.ts';
import { ImpersonationHost } from '../session/impersonation-host.tsx';
import styles from './root-layout.module.css';
import { useFocusOnHeading } from './use-focus-on-heading.ts';

// Only on a development server: a build removes this condition.
const ViewingBanner = import.meta.env.DEV
  ? optional(() => import('../developers/viewing-banner.tsx'))
  : undefined;
const RestartBar = import.meta.env.DEV ? optional(() => import('../developers/restart-bar.tsx')) : undefined;

/** Renders what every page of both areas shares. */
export function RootLayout() {
  const { t } = useTranslation();
  const navigation = useNavigation();
  useFocusOnHeading();
  useEffect(() => globalThis.repeatEarlyInput?.(), []);
  return (
    <>
      {navigation.state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label={t('common.loading')} />
      )}
      <EnvironmentBanner />
      <ImpersonationHost />
      {ViewingBanner && RestartBar && (
        <Suspense>
          <RestartBar />
          <ViewingBanner />
        </Suspense>
      )}
      <OfflineNotice />
      <Outlet />
      <ScrollRestoration />
      <ToastHost />
      <DialogHost />
    </>
  );
}

/** Renders the name of the environment, if the server is configured with a name or an emoji. */
function EnvironmentBanner() {
  const { environment } = settings();
  if (!environment) return null;
  return (
    <aside className={styles.banner} style={{ '--environment': environment.color } as React.CSSProperties}>
      {environment.emoji && <span aria-hidden="true">{environment.emoji}</span>}
      {environment.name}
    </aside>
  );
}

/** Renders a notice while the browser is offline. */
function OfflineNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className={styles.notice}>
          <CloudOff size={16} aria-hidden="true" />
          {t('common.offline')}
        </p>
      )}
    </div>
  );
}

const SessionDialog = lazyDialog(() => import('../session/dialogs.tsx'));

/**
 * Opens a dialog, on every page of both areas: when a visitor of a demo server tries to change something, and
 * when an action needs a fresh session.
 */
function DialogHost() {
  const [open, setOpen] = useState<ExplainingDialog>();
  useEffect(() => onExplainingDialog(setOpen), []);
  return open && <SessionDialog isDemo={open === 'demo'} onClose={() => setOpen(undefined)} />;
}
