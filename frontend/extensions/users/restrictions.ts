import type { Restrictions } from '../../manager/overrides.ts';
import type { ManagerRecord } from '../../manager/resource.ts';
import { isOwnAccount, toUser } from './manager/user.ts';

/**
 * Returns the restrictions for one's own account: no deletion and no change of role, both enforced by the
 * server.
 */
export default (item: ManagerRecord): Restrictions => {
  const self = isOwnAccount(toUser(item));
  return { record: self, fields: self ? { role: 'manager.users.ownRole' } : {} };
};
