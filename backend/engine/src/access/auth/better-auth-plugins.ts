import type { Rights } from '@bindery/contract/records/rights.ts';
import type { Roles } from '@bindery/contract/schema/index.ts';
import { admin, emailOTP } from 'better-auth/plugins';
import { adminAccess } from './access.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES, type CodeMails, sendCode } from './codes/codes.ts';

/** Returns better-auth's plugin for codes by email. `hash` hashes a code for storage. */
export function codePlugin({ hash, mails }: { hash: (code: string) => Promise<string>; mails: CodeMails }) {
  return emailOTP({
    otpLength: CODE_LENGTH,
    expiresIn: CODE_MINUTES * 60,
    allowedAttempts: CODE_TRIES,
    storeOTP: { hash },
    changeEmail: { enabled: true },
    sendVerificationOTP: async (code) => sendCode(code, mails),
  });
}

/** Returns better-auth's plugin for administrators of users: roles, bans, and impersonation. */
export function adminPlugin(rights: Rights, roles: Roles) {
  return admin({
    ...adminAccess(rights, roles),
    defaultRole: roles.ofNewUsers,
    adminRoles: [...roles.administrators],
    bannedUserMessage: 'You have been banned from this application',
  });
}
