import { admin, emailOTP } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { organizationGuards } from '#backend/organizations/guards.ts';
import { hourlyLimits } from '#backend/organizations/hourly-limits.ts';
import { invitationReads } from '#backend/organizations/invitation-reads.ts';
import { organizations } from '#backend/organizations/organizations.ts';
import { organizationRoleNames } from '#backend/organizations/role-names.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import { signInLog } from '#backend/sessions/sign-in-log.ts';
import type { Settings } from '#backend/settings.ts';
import { userWriteHooks } from '#backend/users/better-auth-hooks.ts';
import { normalizeUserIds } from '#backend/users/normalize-user-ids.ts';
import { otherSessions } from '#backend/users/other-sessions.ts';
import type { Rights } from '#contract/rights.ts';
import { impersonationCookies } from '../impersonation/impersonation-cookies.ts';
import { adminAccess } from './access.ts';
import { accountRules } from './account-rules.ts';
import { captchaBeforeCodes } from './codes/captcha.ts';
import { codeGuard } from './codes/code-guard.ts';
import { codeSending } from './codes/code-sending.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES, type CodeMails, sendCode } from './codes/codes.ts';
import { mailQuotas } from './codes/mail-quotas.ts';
import { SAMPLE_ADMIN, SAMPLE_USER } from './demo-accounts.ts';
import { openIdConnect } from './providers/openid-connect.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { redirectTargets } from './redirect-targets.ts';
import { sessionIdAlias } from './session-id-alias.ts';
import { shouldSendCode } from './sign-up-policy.ts';
import { transactionalAdapter } from './transactional-adapter.ts';
import { validateQueries } from './validate-queries.ts';

/** The dependencies of sign-in. */
export interface AuthParts {
  readonly settings: Settings;
  readonly database: Pick<Database, 'kysely' | 'query' | 'execute'>;
  readonly mailer: Mailer;
  readonly counts: CountCache;
  readonly rights: Rights;
}

interface PluginParts extends AuthParts {
  readonly tables: Kysely<Tables>;
  /** Hashes a code for storage. */
  readonly hash: (code: string) => Promise<string>;
}

/** Returns better-auth's plugins and our own. Their hooks run in this order. */
export function plugins({ settings, database, mailer, counts, rights, tables, hash }: PluginParts) {
  const { query, execute } = database;
  const rateLimiter = createRateLimiter(execute);
  const quotas = mailQuotas({ database, settings });
  const mails: CodeMails = {
    mailer,
    isWanted: (address, purpose) => shouldSendCode({ settings, query, address, purpose }),
  };
  return [
    emailOTP({
      otpLength: CODE_LENGTH,
      expiresIn: CODE_MINUTES * 60,
      allowedAttempts: CODE_TRIES,
      storeOTP: { hash },
      changeEmail: { enabled: true },
      sendVerificationOTP: async (asked) => sendCode(asked, mails),
    }),
    admin({
      ...adminAccess(rights),
      defaultRole: 'user',
      adminRoles: ['admin'],
      bannedUserMessage: 'You have been banned from this application',
    }),
    organizations({ mailer, read: query }),
    validateQueries,
    organizationRoleNames,
    hourlyLimits({ rateLimiter, quotas }),
    invitationReads,
    transactionalAdapter({ db: tables, guards: { ...userWriteHooks(counts), ...organizationGuards } }),
    normalizeUserIds(tables),
    otherSessions(tables),
    signInLog(tables),
    codeGuard({
      rateLimiter,
      quotas,
      mailWorks: () => mailer.works(),
      onlyFor: settings.isDemo ? [SAMPLE_ADMIN, SAMPLE_USER] : undefined,
    }),
    accountRules,
    codeSending(mails, hash),
    redirectTargets,
    sessionIdAlias,
    impersonationCookies,
    ...openIdConnect(settings),
    ...captchaBeforeCodes(settings),
  ];
}
