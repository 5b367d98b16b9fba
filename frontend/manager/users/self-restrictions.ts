import type { Restrictions } from '../overrides.ts';
import type { ManagerRecord } from '../resource.ts';
import { isOneself, toUser } from './user.ts';

/** Nobody deletes themself here, nor changes their own role: the server refuses it, so it is not offered. */
export const selfRestrictions = (item: ManagerRecord): Restrictions => {
  const self = isOneself(toUser(item));
  return { record: self, fields: self ? { role: 'manager.users.ownRole' } : {} };
};
