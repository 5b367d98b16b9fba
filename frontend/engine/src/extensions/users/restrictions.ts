import type { Restrictions } from '#frontend/manager/overrides.ts';
import { type ManagerRecord, mayAdminister } from '#frontend/manager/resource.ts';
import { isOwnAccount, toUser } from './manager/user.ts';

/**
 * Returns the restrictions for the user's own account (no deletion and no change of role) and for users with
 * more rights than the user may administer, who cannot be changed. The server enforces both.
 */
export default (item: ManagerRecord): Restrictions => {
  const user = toUser(item);
  const self = isOwnAccount(user);
  return {
    record: self,
    isFixed: !self && !mayAdminister(user.role),
    fields: self ? { role: 'manager.users.ownRole' } : {},
  };
};
