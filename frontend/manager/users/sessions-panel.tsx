import { SessionsSection } from '../../account/sessions-section.tsx';
import { may } from '../../auth/session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { RecordProps } from '../pages.ts';
import styles from '../show/show-page.module.css';

/** Where a person is signed in, and how an admin ends that. */
export default function SessionsPanel({ item }: RecordProps) {
  const { t } = useTexts();
  if (!may('session', 'list')) return null;
  return (
    <SessionsSection
      address={`/api/users/${item.id}/sessions`}
      title={t('manager.sessions.title')}
      endAll={{
        label: t('manager.sessions.revokeAll'),
        text: t('manager.sessions.revokeAllText'),
        confirm: t('manager.sessions.revokeAllConfirm'),
      }}
      className={styles.card}
    />
  );
}
