import type { Restrictions } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import { isOwnAccount, toUser } from './user.ts';

/**
 * Returns the restrictions for one's own account: no deletion and no change of role, both enforced by the
 * server.
 */
export const selfRestrictions = (item: ManagerRecord): Restrictions => {
  const self = isOwnAccount(toUser(item));
  return { record: self, fields: self ? { role: 'manager.users.ownRole' } : {} };
};
