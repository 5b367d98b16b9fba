import { createAccessControl } from 'better-auth/plugins/access';
import { organizationRightsOf, type Rights, statementsOf } from '#contract/rights.ts';

/**
 * Converts the rights table to the format of better-auth's admin plugin, so that its endpoints enforce the
 * same rights.
 */
export function adminAccess(rights: Rights) {
  const ac = createAccessControl(mutable(statementsOf(rights)));
  return {
    ac,
    roles: { admin: ac.newRole(mutable(rights.admin)), user: ac.newRole(mutable(rights.user)) },
  };
}

/** Access control for organisations. Owners have every right. */
export const organizationAccess = createAccessControl(mutable(organizationRightsOf.owner));

/** The organisation roles in better-auth's format. */
export const organizationAccessRoles = {
  owner: organizationAccess.newRole(mutable(organizationRightsOf.owner)),
  admin: organizationAccess.newRole(mutable(organizationRightsOf.admin)),
  member: organizationAccess.newRole(mutable(organizationRightsOf.member)),
};

function mutable(record: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record).map(([resource, actions]) => [resource, [...actions]]));
}
