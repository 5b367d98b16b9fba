import { ownSessions } from '../../account/session-item.ts';
import { SessionsSection } from '../../account/sessions-section.tsx';
import { may } from '../../auth/session.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import type { RecordProps } from '../pages.ts';
import styles from '../show/show-page.module.css';
import { asPerson, isOneself, sessionsOf } from './person.ts';

/** Where a person is signed in, and how an admin ends that. Of one's own, the session in use is left out. */
export default function SessionsPanel({ item }: RecordProps) {
  const { t } = useTexts();
  const person = asPerson(item);
  if (!may('session', 'list')) return null;
  const endAll = isOneself(person)
    ? {
        label: t('account.sessions.revokeOthers'),
        text: t('account.sessions.revokeOthersText'),
        confirm: t('account.sessions.revokeOthersConfirm'),
      }
    : {
        label: t('manager.users.sessions.revokeAll'),
        text: t('manager.users.sessions.revokeAllText'),
        confirm: t('manager.users.sessions.revokeAllConfirm'),
      };
  return (
    <SessionsSection
      // A ban ends sessions as well: after any change of the person they are read anew.
      key={person.updatedAt}
      address={isOneself(person) ? ownSessions : sessionsOf(person)}
      title={t('manager.users.sessions.title')}
      endAll={endAll}
      className={styles.card}
    />
  );
}
