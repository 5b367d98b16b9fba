import { admin, emailOTP } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { organizationGuards } from '#backend/organizations/guards.ts';
import { hourlyLimits } from '#backend/organizations/hourly-limits.ts';
import { invitationReads } from '#backend/organizations/invitation-reads.ts';
import { organizations } from '#backend/organizations/organizations.ts';
import { organizationRoleNames } from '#backend/organizations/role-names.ts';
import type { Totals } from '#backend/resources/query/count-cache.ts';
import { signInLog } from '#backend/sessions/sign-in-log.ts';
import type { Settings } from '#backend/settings.ts';
import { peopleGuards } from '#backend/users/better-auth-hooks.ts';
import { namedPeople } from '#backend/users/normalize-user-ids.ts';
import { otherSessions } from '#backend/users/other-sessions.ts';
import type { Rights } from '#contract/rights.ts';
import { adminAccess } from './access.ts';
import { accountRules } from './account-rules.ts';
import { budgetsIn } from './rate-limiter.ts';
import { captchaBeforeCodes } from './codes/captcha.ts';
import { codeGuard } from './codes/code-guard.ts';
import { codeSending } from './codes/code-sending.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES, type CodeMails, sendCode } from './codes/codes.ts';
import { mailQuotas } from './codes/mail-quotas.ts';
import { SAMPLE_ADMIN, SAMPLE_USER } from './demo-accounts.ts';
import { guardedWrites } from './transactional-adapter.ts';
import { impersonationCookies } from '../impersonation/impersonation-cookies.ts';
import { isWorthACode } from './sign-up-policy.ts';
import { openIdConnect } from './providers/openid-connect.ts';
import { redirectTargets } from './redirect-targets.ts';
import { sessionHandles } from './session-id-alias.ts';
import { soundQueries } from './validate-queries.ts';

/** What sign-in is made of. */
export interface AuthParts {
  readonly settings: Settings;
  readonly database: Pick<Database, 'kysely' | 'read'>;
  readonly mailer: Mailer;
  readonly totals: Totals;
  readonly rights: Rights;
}

interface PluginParts extends AuthParts {
  readonly tables: Kysely<Tables>;
  /** What a code is kept as. */
  readonly hash: (code: string) => Promise<string>;
}

/** What sign-in can do, and the rules of ours around it. Hooks run in this order. */
export function plugins({ settings, database, mailer, totals, rights, tables, hash }: PluginParts) {
  const { read } = database;
  const budgets = budgetsIn(read);
  const quotas = mailQuotas({ database, settings });
  const mails: CodeMails = {
    mailer,
    isWanted: (address, purpose) => isWorthACode({ settings, read, address, purpose }),
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
    organizations({ mailer, read }),
    soundQueries,
    organizationRoleNames,
    hourlyLimits({ budgets, quotas }),
    invitationReads,
    guardedWrites({ db: tables, guards: { ...peopleGuards(totals), ...organizationGuards } }),
    namedPeople(tables),
    otherSessions(tables),
    signInLog(tables),
    codeGuard({
      budgets,
      quotas,
      mailWorks: () => mailer.works(),
      onlyFor: settings.isDemo ? [SAMPLE_ADMIN, SAMPLE_USER] : undefined,
    }),
    accountRules,
    codeSending(mails, hash),
    redirectTargets,
    sessionHandles,
    impersonationCookies,
    ...openIdConnect(settings),
    ...captchaBeforeCodes(settings),
  ];
}
