import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ownSessions } from '../../account/session-item.ts';
import { ownSessionsWords } from '../../account/sessions.tsx';
import { SessionsSection, type SessionsSectionProps } from '../../account/sessions-section.tsx';
import { may } from '../../auth/session.ts';
import type { RecordProps } from '../overrides.ts';
import { isOneself, sessionsOf, toUser } from './user.ts';
import styles from './users.module.css';

/**
 * Renders a user's sessions, which an admin can revoke. The admin's own current session cannot be revoked
 * here.
 */
export default function SessionsPanel({ item }: RecordProps) {
  const { t } = useTranslation();
  const user = toUser(item);
  if (!may('session', 'list')) return null;
  const own = isOneself(user);
  return (
    <SessionsSection
      // A ban ends sessions as well, so any change of the user refetches them.
      key={user.updatedAt}
      address={own ? ownSessions : sessionsOf(user)}
      title={t('manager.users.sessions.title')}
      {...(own ? ownSessionsWords(t) : words(t))}
      className={styles.panel}
    />
  );
}

const words = (t: TFunction): Pick<SessionsSectionProps, 'endOne' | 'endAll'> => ({
  endOne: {
    label: t('manager.users.sessions.revoke'),
    of: (device) => t('manager.users.sessions.revokeOf', { device }),
  },
  endAll: {
    label: t('manager.users.sessions.revokeAll'),
    text: t('manager.users.sessions.revokeAllText'),
    confirm: t('manager.users.sessions.revokeAllConfirm'),
  },
});
