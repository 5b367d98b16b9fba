import { createAccessControl } from 'better-auth/plugins/access';
import { organizationRightsOf, type Rights, statementsOf } from '#contract/rights.ts';

/** The rights as better-auth's admin plugin wants them, so that its endpoints go by the same table as ours. */
export function adminAccess(rights: Rights) {
  const ac = createAccessControl(mutable(statementsOf(rights)));
  return {
    ac,
    roles: { admin: ac.newRole(mutable(rights.admin)), user: ac.newRole(mutable(rights.user)) },
  };
}

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
