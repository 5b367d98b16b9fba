import { createAccessControl } from 'better-auth/plugins/access';
import { rightsOf, statements } from '#contract/rights.ts';

/** The rights table as better-auth's admin plugin wants it, so that its endpoints go by the same table as ours. */
export const accessControl = createAccessControl(mutable(statements));

/** The two roles in better-auth's terms. */
export const accessRoles = {
  admin: accessControl.newRole(mutable(rightsOf.admin)),
  user: accessControl.newRole(mutable(rightsOf.user)),
};

function mutable(record: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record).map(([resource, actions]) => [resource, [...actions]]));
}
