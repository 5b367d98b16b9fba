import { organizationRightsOf, type Rights, statementsOf } from '@bindery/contract/records/rights.ts';
import type { Roles } from '@bindery/contract/schema/index.ts';
import { createAccessControl } from 'better-auth/plugins/access';

/**
 * Converts the rights table to the format of better-auth's admin plugin, so that its endpoints enforce the
 * same rights.
 */
export function adminAccess(rights: Rights, roles: Roles) {
  const ac = createAccessControl(mutable(statementsOf(rights)));
  return {
    ac,
    roles: Object.fromEntries(roles.names.map((name) => [name, ac.newRole(mutable(rights[name] ?? {}))])),
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
