import { VenetianMask } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentSession } from '#contract/init.ts';
import { currentSession, refreshSession, subscribeToSession } from '../auth/session.ts';
import { Button } from '../components/button.tsx';
import { notify } from '../components/toasts.ts';
import { describeError } from '../http/describe-error.ts';
import { http } from '../http/http.ts';
import { formatTime } from '../i18n/format.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './impersonation-banner.module.css';

/** Says which admin acts, as whom and for how long, and leads back to that user's page under their own session. */
export default function ImpersonationBanner({ session }: { session: CurrentSession }) {
  const { user, expiresAt, impersonatorName } = session;
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [busy, setBusy] = useState(false);
  useNoticeOfEnd(expiresAt);
  useWayBack(user.id);

  async function stop() {
    setBusy(true);
    try {
      await http.post('/api/account/stop-impersonating');
      startAnew(user.id);
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
          admin: impersonatorName ?? '',
          name: user.name || user.email,
          time: formatTime(language, expiresAt),
        })}
      </p>
      <Button busy={busy} onClick={stop}>
        {t('common.impersonation.stop')}
      </Button>
    </aside>
  );
}

/** Everything on the page was somebody else's. */
function startAnew(user: string) {
  location.assign(`/manager/users/${user}`);
}

/** When the server has given the admin their own session back, they find themself where they began. */
function useWayBack(user: string) {
  useEffect(
    () =>
      subscribeToSession(() => {
        const session = currentSession();
        if (session && !session.impersonatedBy) startAnew(user);
      }),
    [user],
  );
}

/** When its time is over, the server ends the session: the page hears of it without a click. */
function useNoticeOfEnd(expiresAt: string) {
  useEffect(() => {
    const left = new Date(expiresAt).getTime() - Date.now();
    const timer = setTimeout(() => refreshSession().catch(() => {}), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [expiresAt]);
}
