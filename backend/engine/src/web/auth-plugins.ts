import { accountRules, redirectTargets } from '#backend/access/auth/account-rules.ts';
import type { AuthPlugins } from '#backend/access/auth/auth.ts';
import { adminPlugin, codePlugin } from '#backend/access/auth/better-auth-plugins.ts';
import { codeGuard } from '#backend/access/auth/codes/code-guard.ts';
import { captchaBeforeCodes, codeSending } from '#backend/access/auth/codes/code-sending.ts';
import { type CodeMails, codeHash } from '#backend/access/auth/codes/codes.ts';
import { longCodeSignIn } from '#backend/access/auth/codes/long-codes.ts';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';
import { openIdConnect } from '#backend/access/auth/providers/providers.ts';
import { authSecret } from '#backend/access/auth/secret.ts';
import { shouldSendCode } from '#backend/access/auth/sign-up-policy.ts';
import { transactionalAdapter } from '#backend/access/auth/transactional-adapter.ts';
import { noteFailedReads, validateQueries } from '#backend/access/auth/validate-queries.ts';
import { createRecordedSession, impersonationCookies } from '#backend/access/impersonation.ts';
import {
  foreignOrganizations,
  hourlyLimits,
  invitationReads,
  organizationRoleNames,
} from '#backend/access/organizations/endpoint-rules.ts';
import { organizations } from '#backend/access/organizations/organizations.ts';
import { organizationWriteHooks } from '#backend/access/organizations/write-hooks.ts';
import {
  otherSessions,
  sessionIdAlias,
  sessionWriteHooks,
  signInLog,
} from '#backend/access/sessions/session-plugins.ts';
import { userWriteHooks } from '#backend/features/users/better-auth-hooks.ts';
import { listUsers } from '#backend/features/users/list-users.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import type { Parts } from './parts.ts';

/** Returns better-auth's and the product's plugins, from all folders: this list is their hooks' order. */
export function authPlugins(parts: Parts): AuthPlugins {
  const { settings, tables, mailer, rights, roles, quotas } = parts;
  const { query, execute } = parts.database;
  const rateLimiter = createRateLimiter(execute);
  const hash = codeHash(authSecret(settings));
  const mails: CodeMails = {
    mailer,
    isWanted: (address, purpose) => shouldSendCode({ settings, query, address, purpose }),
  };
  return [
    codePlugin({ hash, mails }),
    adminPlugin(rights, roles),
    organizations(mailer, query),
    noteFailedReads,
    validateQueries,
    foreignOrganizations(tables),
    organizationRoleNames,
    hourlyLimits(rateLimiter, quotas),
    invitationReads,
    transactionalAdapter({
      db: tables,
      hooks: {
        user: userWriteHooks(parts),
        session: { ...sessionWriteHooks, create: createRecordedSession },
        ...organizationWriteHooks,
      },
    }),
    listUsers(parts),
    otherSessions(tables),
    signInLog(tables),
    codeGuard({
      rateLimiter,
      quotas,
      mails,
      mailWorks: () => mailer.works(),
      onlyFor: settings.isDemo ? sampleAccounts(roles).map(({ email }) => email) : undefined,
    }),
    accountRules,
    longCodeSignIn({ quotas, hash }),
    codeSending(mails, hash),
    redirectTargets,
    sessionIdAlias,
    impersonationCookies,
    ...openIdConnect(settings),
    ...captchaBeforeCodes(settings),
  ];
}
