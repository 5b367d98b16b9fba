import type { Kysely } from 'kysely';
import type { Rights } from '#contract/rights.ts';
import type { Roles } from '#contract/schema/index.ts';
import { accountRules } from './auth/account-rules.ts';
import type { AuthPlugins } from './auth/auth.ts';
import { adminPlugin, codePlugin } from './auth/better-auth-plugins.ts';
import { captchaBeforeCodes } from './auth/codes/captcha.ts';
import { codeGuard } from './auth/codes/code-guard.ts';
import { codeSending } from './auth/codes/code-sending.ts';
import { type CodeMails, codeHash } from './auth/codes/codes.ts';
import { longCodeSignIn } from './auth/codes/long-code-sign-in.ts';
import type { MailQuotas } from './auth/codes/mail-quotas.ts';
import { sampleAccounts } from './auth/demo-accounts.ts';
import { noteFailedReads } from './auth/failed-reads.ts';
import { openIdConnect } from './auth/providers/openid-connect.ts';
import { createRateLimiter } from './auth/rate-limiter.ts';
import { redirectTargets } from './auth/redirect-targets.ts';
import { authSecret } from './auth/secret.ts';
import { sessionIdAlias } from './auth/session-id-alias.ts';
import { shouldSendCode } from './auth/sign-up-policy.ts';
import { transactionalAdapter } from './auth/transactional-adapter.ts';
import { validateQueries } from './auth/validate-queries.ts';
import type { Database, Tables } from './database/connection.ts';
import type { WriteEvents } from './database/write-events.ts';
import { createRecordedSession } from './impersonation/create-session.ts';
import { impersonationCookies } from './impersonation/impersonation-cookies.ts';
import type { Mailer } from './mail/mailer.ts';
import { organizationGuards } from './organizations/guards.ts';
import { hourlyLimits } from './organizations/hourly-limits.ts';
import { invitationReads } from './organizations/invitation-reads.ts';
import { organizations } from './organizations/organizations.ts';
import { organizationRoleNames } from './organizations/role-names.ts';
import type { CountCache } from './resources/query/count.ts';
import type { AllResources } from './resources/query/labels.ts';
import type { ResourceServices } from './resources/resource-service.ts';
import { otherSessions } from './sessions/other-sessions.ts';
import { signInLog } from './sessions/sign-in-log.ts';
import { sessionWriteHooks } from './sessions/write-hooks.ts';
import type { Settings } from './settings/settings.ts';
import { userWriteHooks } from './users/better-auth-hooks.ts';
import { listUsers } from './users/list-users.ts';

interface Parts {
  readonly settings: Settings;
  readonly database: Pick<Database, 'kysely' | 'query' | 'execute'>;
  readonly tables: Kysely<Tables>;
  readonly mailer: Mailer;
  readonly counts: CountCache;
  readonly events: WriteEvents;
  readonly resources: AllResources;
  readonly rights: Rights;
  readonly roles: Roles;
  readonly quotas: MailQuotas;
  readonly services: ResourceServices;
}

/**
 * Returns better-auth's plugins and our own, of all folders. Their hooks run in this order, which is why they are
 * listed here and not by their folders.
 */
export function authPlugins(parts: Parts): AuthPlugins {
  const { settings, database, tables, mailer, counts, events, resources, rights, roles, quotas, services } =
    parts;
  const { query, execute } = database;
  const rateLimiter = createRateLimiter(execute);
  const hash = codeHash(authSecret(settings));
  const mails: CodeMails = {
    mailer,
    isWanted: (address, purpose) => shouldSendCode({ settings, query, address, purpose }),
  };
  return [
    codePlugin({ hash, mails }),
    adminPlugin(rights, roles),
    organizations({ mailer, read: query }),
    noteFailedReads,
    validateQueries,
    organizationRoleNames,
    hourlyLimits({ rateLimiter, quotas }),
    invitationReads,
    transactionalAdapter({
      db: tables,
      guards: {
        user: userWriteHooks({ counts, events, roles, resources }),
        session: { ...sessionWriteHooks, create: createRecordedSession },
        ...organizationGuards,
      },
    }),
    listUsers({ services, rights }),
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
