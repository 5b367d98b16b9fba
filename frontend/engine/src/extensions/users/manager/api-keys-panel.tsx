import { ApiKeysSection } from '#frontend/account/api-keys/api-keys-section.tsx';
import type { RecordProps } from '#frontend/manager/overrides.ts';
import { mayAdminister } from '#frontend/manager/resource.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { isOwnAccount, toUser } from './user.ts';
import styles from './users.module.css';

/** Renders a user's API keys, which an admin can revoke. They are created on the account page only. */
export default function ApiKeysPanel({ item }: RecordProps) {
  const user = toUser(item);
  if (!may('session', 'list') || !(isOwnAccount(user) || mayAdminister(user.role))) return null;
  const { id } = user;
  return <ApiKeysSection address={`/api/users/${id}/api-keys`} isOwn={false} className={styles.panel} />;
}
