import { useTexts } from '../i18n/use-texts.ts';
import styles from './account-page.module.css';
import { ownSessions } from './session-item.ts';
import { SessionsSection } from './sessions-section.tsx';

/** Where the visitor is signed in, and how to sign out elsewhere. */
export function Sessions() {
  const { t } = useTexts();
  return (
    <SessionsSection
      address={ownSessions}
      title={t('account.sessions.title')}
      endAll={{
        label: t('account.sessions.revokeOthers'),
        text: t('account.sessions.revokeOthersText'),
        confirm: t('account.sessions.revokeOthersConfirm'),
      }}
      className={styles.card}
    />
  );
}
