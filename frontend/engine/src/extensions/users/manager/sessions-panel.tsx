import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  ownSessionsTexts,
  SessionsSection,
  type SessionsSectionProps,
} from '#frontend/account/sessions-section.tsx';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { mayAdminister } from '#frontend/manager/resource.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { isOwnAccount, toUser } from './user.ts';
import styles from './users.module.css';

/**
 * Renders a user's sessions, which an admin can revoke. The admin's own current session cannot be revoked
 * here.
 */
export default function SessionsPanel({ item }: RecordProps) {
  const { t } = useTranslation();
  const user = toUser(item);
  const own = isOwnAccount(user);
  if (!may('session', 'list') || !(own || mayAdminister(user.role))) return null;
  return (
    <SessionsSection
      // A ban ends sessions as well, so any change of the user refetches them.
      key={user.updatedAt}
      of={own ? undefined : user.id}
      title={t('manager.users.sessions.title')}
      {...(own ? ownSessionsTexts(t) : words(t))}
      className={styles.panel}
    />
  );
}

const words = (t: TFunction): Pick<SessionsSectionProps, 'revokeOne' | 'revokeAll'> => ({
  revokeOne: {
    label: t('manager.users.sessions.revoke'),
    of: (device) => t('manager.users.sessions.revokeOf', { device }),
  },
  revokeAll: {
    label: t('manager.users.sessions.revokeAll'),
    text: t('manager.users.sessions.revokeAllText'),
    confirm: t('manager.users.sessions.revokeAllConfirm'),
  },
});
