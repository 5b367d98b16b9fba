import type { Kept } from '../overrides.ts';
import type { Item } from '../resource.ts';
import { asPerson, isOneself } from './user.ts';

/** Nobody deletes themself here, nor changes their own role: the server refuses it, so it is not offered. */
export const keptOfOneself = (item: Item): Kept => {
  const self = isOneself(asPerson(item));
  return { record: self, fields: self ? { role: 'manager.users.ownRole' } : {} };
};
