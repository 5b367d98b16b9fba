import { organizationRightsOf, type Rights, statementsOf } from '@bindery/contract/records/rights.ts';
import type { Roles } from '@bindery/contract/schema/index.ts';
import { admin, emailOTP } from 'better-auth/plugins';
import { createAccessControl } from 'better-auth/plugins/access';
import { CODE_ATTEMPTS, CODE_LENGTH, CODE_MINUTES, type CodeMails, sendCode } from './codes/codes.ts';

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

/** Returns better-auth's plugin for codes by email. `hash` hashes a code for storage. */
export function codePlugin({ hash, mails }: { hash: (code: string) => Promise<string>; mails: CodeMails }) {
  return emailOTP({
    otpLength: CODE_LENGTH,
    expiresIn: CODE_MINUTES * 60,
    allowedAttempts: CODE_ATTEMPTS,
    storeOTP: { hash },
    changeEmail: { enabled: true },
    sendVerificationOTP: async ({ otp: code, ...to }) => sendCode({ ...to, code }, mails),
  });
}

/**
 * Returns better-auth's plugin for administrators of users: roles, bans, and impersonation. Its endpoints
 * enforce the same rights as others.
 */
export function adminPlugin(rights: Rights, roles: Roles) {
  const ac = createAccessControl(mutable(statementsOf(rights)));
  return admin({
    ac,
    roles: Object.fromEntries(roles.names.map((name) => [name, ac.newRole(mutable(rights[name] ?? {}))])),
    defaultRole: roles.ofNewUsers,
    adminRoles: [...roles.administrators],
    bannedUserMessage: 'You have been banned from this application',
  });
}
