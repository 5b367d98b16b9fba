import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { VenetianMask } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession, refreshSession, subscribeToSession } from '../auth/session.ts';
import { Button } from '../components/button.tsx';
import { notify } from '../components/toasts.tsx';
import { api } from '../http/api.ts';
import { describeError } from '../http/describe-error.ts';
import { formatTime, shortLabel } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './impersonation-banner.module.css';

/** A longer name would push the time and the page out of a phone's window. */
const MAX_NAME_LENGTH = 40;

/** Renders which admin impersonates which user and until when, with a button that stops the impersonation. */
export default function ImpersonationBanner({ session }: { session: CurrentSession }) {
  const { user, expiresAt, impersonatorName } = session;
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  useExpiry(expiresAt);
  useRestoredSession(user.id);

  async function stop() {
    setBusy(true);
    try {
      await api.account.stopImpersonating();
      reloadAtUser(user.id);
    } catch (error) {
      notify('error', await describeError(error));
      setBusy(false);
    }
  }

  return (
    <aside className={styles.banner} aria-label={t('common.impersonation.label')}>
      <p>
        <VenetianMask size={20} aria-hidden="true" />
        {t('common.impersonation.text', {
          admin: shortLabel(impersonatorName ?? '', MAX_NAME_LENGTH),
          name: shortLabel(user.name || user.email, MAX_NAME_LENGTH),
          time: formatTime(language, expiresAt),
        })}
      </p>
      <Button busy={busy} onClick={stop}>
        {t('common.impersonation.stop')}
      </Button>
    </aside>
  );
}

/** Reloads the app at the user's page, to discard all data that was loaded as that user. */
function reloadAtUser(user: string) {
  location.assign(`/manager/users/${user}`);
}

/** Reloads at the user's page when the server has restored the admin's own session. */
function useRestoredSession(user: string) {
  useEffect(
    () =>
      subscribeToSession(() => {
        const session = currentSession();
        if (session && !session.impersonatedBy) reloadAtUser(user);
      }),
    [user],
  );
}

/**
 * Refreshes the session when the impersonation expires, because the server ends it without a notification.
 */
function useExpiry(expiresAt: string) {
  useEffect(() => {
    const left = new Date(expiresAt).getTime() - Date.now();
    const timer = setTimeout(() => refreshSession().catch(() => {}), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
