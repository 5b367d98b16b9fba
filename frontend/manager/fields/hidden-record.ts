import { isLimited } from '#contract/rows/row-condition.ts';
import type { Referenced } from '#contract/schema/fields/reference.ts';
import type { Resource } from '#contract/schema/index.ts';
import { currentSession, may } from '../../auth/session.ts';

/**
 * Returns whether a referenced record is one that the user may not read: the server then gives its id as its label. So it
 * does for records without a label, which a user who reads all of them is shown by their id.
 */
export function isHiddenRecord(target: Resource, { id, label }: Referenced): boolean {
  if (label !== id) return false;
  const role = currentSession()?.user.role;
  return !may(target.singular, 'read') || (role !== undefined && isLimited(target, { role, action: 'read' }));
}
