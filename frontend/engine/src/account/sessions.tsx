import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import styles from './account-page.module.css';
import { SessionsSection, type SessionsSectionProps } from './sessions-section.tsx';

/** Returns the labels for revoking the user's own sessions. */
export const ownSessionsTexts = (t: TFunction): Pick<SessionsSectionProps, 'revokeOne' | 'revokeAll'> => ({
  revokeOne: {
    label: t('account.sessions.revoke'),
    of: (device) => t('account.sessions.revokeOf', { device }),
  },
  revokeAll: {
    label: t('account.sessions.revokeOthers'),
    text: t('account.sessions.revokeOthersText'),
    confirm: t('account.sessions.revokeOthersConfirm'),
  },
});

/** Renders the user's own sessions and lets them sign out of the other ones. */
export function Sessions() {
  const { t } = useTranslation();
  return (
    <SessionsSection title={t('account.sessions.title')} {...ownSessionsTexts(t)} className={styles.card} />
  );
}
