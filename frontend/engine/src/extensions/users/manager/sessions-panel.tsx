import { useTranslation } from 'react-i18next';
import { SessionsSection } from '#frontend/account/sessions-section.tsx';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { type ManagedUser, toUser } from './user.ts';
import { maySeeSessions, useUserSessions } from './user-sessions.ts';
import styles from './users.module.css';

/**
 * Renders a user's sessions, which an admin can revoke. The admin's own current session cannot be revoked
 * here.
 */
export default function SessionsPanel({ item }: RecordProps) {
  const user = toUser(item);
  return maySeeSessions(user) ? <Sessions key={user.updatedAt} user={user} /> : null;
}

function Sessions({ user }: { user: ManagedUser }) {
  const { t } = useTranslation();
  const { data, isFetching, isError, of, onRead } = useUserSessions(user);
  const title = t('manager.users.sessions.title');
  if (isFetching)
    return (
      <section className={styles.reading}>
        <h2>{title}</h2>
        <Skeleton block="8rem" />
      </section>
    );
  return (
    <SessionsSection
      of={of}
      title={title}
      first={isError ? undefined : data}
      onRead={onRead}
      className={styles.panel}
    />
  );
}
