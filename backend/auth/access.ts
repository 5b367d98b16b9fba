import { createAccessControl } from 'better-auth/plugins/access';
import { organizationRightsOf, rightsOf, statements } from '#contract/rights.ts';

/** The rights table as better-auth's admin plugin wants it, so that its endpoints go by the same table as ours. */
export const accessControl = createAccessControl(mutable(statements));

/** The two roles in better-auth's terms. */
export const accessRoles = {
  admin: accessControl.newRole(mutable(rightsOf.admin)),
  user: accessControl.newRole(mutable(rightsOf.user)),
};

/** The rights within organisations, which owners have all of. */
export const organizationAccess = createAccessControl(mutable(organizationRightsOf.owner));

/** The roles within organisations in better-auth's terms. */
export const organizationAccessRoles = {
  owner: organizationAccess.newRole(mutable(organizationRightsOf.owner)),
  admin: organizationAccess.newRole(mutable(organizationRightsOf.admin)),
  member: organizationAccess.newRole(mutable(organizationRightsOf.member)),
};

function mutable(record: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record).map(([resource, actions]) => [resource, [...actions]]));
}
