import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import styles from './account-page.module.css';
import { ownSessions } from './session-item.ts';
import { SessionsSection, type SessionsSectionProps } from './sessions-section.tsx';

/** What ending one's own sessions is called. */
export const ownSessionsWords = (t: TFunction): Pick<SessionsSectionProps, 'endOne' | 'endAll'> => ({
  endOne: {
    label: t('account.sessions.revoke'),
    of: (device) => t('account.sessions.revokeOf', { device }),
  },
  endAll: {
    label: t('account.sessions.revokeOthers'),
    text: t('account.sessions.revokeOthersText'),
    confirm: t('account.sessions.revokeOthersConfirm'),
  },
});

/** Where the visitor is signed in, and how to sign out elsewhere. */
export function Sessions() {
  const { t } = useTranslation();
  return (
    <SessionsSection
      address={ownSessions}
      title={t('account.sessions.title')}
      {...ownSessionsWords(t)}
      className={styles.card}
    />
  );
}
