import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import { admin, emailOTP } from 'better-auth/plugins';
import type { Kysely } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { trustedOrigins } from '#backend/http/origin.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { organizationGuards } from '#backend/organizations/guards.ts';
import { hourlyLimits } from '#backend/organizations/hourly-limits.ts';
import { invitationReads } from '#backend/organizations/invitation-reads.ts';
import { organizations } from '#backend/organizations/organizations.ts';
import { organizationRoleNames } from '#backend/organizations/role-names.ts';
import type { Totals } from '#backend/resources/totals.ts';
import { signInLog } from '#backend/sessions/sign-in-log.ts';
import type { Settings } from '#backend/settings.ts';
import { peopleGuards } from '#backend/users/auth-guards.ts';
import { namedPeople } from '#backend/users/named-people.ts';
import { mustBeRemovable } from '#backend/users/rules.ts';
import { accessControl, accessRoles } from './access.ts';
import { accountRules } from './account-rules.ts';
import { budgetsIn } from './budgets.ts';
import { captchaBeforeCodes } from './captcha.ts';
import { codeGuard } from './code-guard.ts';
import { codeSending } from './code-sending.ts';
import {
  CODE_LENGTH,
  CODE_MINUTES,
  CODE_TRIES,
  type CodeMails,
  codeHash,
  codesByBrowser,
  sendCode,
} from './codes.ts';
import { CLIENT_ADDRESS_HEADER, COOKIE_PREFIX, SESSION_DAYS } from './constants.ts';
import { SAMPLE_ADMIN, SAMPLE_USER } from './demo-accounts.ts';
import { guardedWrites } from './guarded-writes.ts';
import { impersonationCookies } from './impersonation-cookies.ts';
import { authTypes } from './kysely-types.ts';
import { authLogger } from './logger.ts';
import { withOurNames } from './names.ts';
import { isWorthACode, newPeople } from './new-people.ts';
import { openIdConnect } from './openid-connect.ts';
import { socialProviders } from './providers.ts';
import { redirectTargets } from './redirect-targets.ts';
import { schemaOptions, userFields } from './schema-options.ts';
import { authSecret } from './secret.ts';
import { sessionHandles } from './session-handles.ts';

/** It compares before it counts; the others are for passwords, which nobody has here, and a page of its own. */
const SWITCHED_OFF = [
  '/email-otp/check-verification-otp',
  '/email-otp/request-password-reset',
  '/email-otp/reset-password',
  '/forget-password/email-otp',
  '/error',
];

/** Calls from one network address: many people may share one, so it is the guard of codes that is strict. */
const CALLS_AN_ADDRESS = {
  '/email-otp/send-verification-otp': { window: 60, max: 10 },
  '/sign-in/email-otp': { window: 60, max: 30 },
};

const DAY = 24 * 60 * 60;

/** What sign-in is made of. */
export interface AuthParts {
  readonly settings: Settings;
  readonly database: Pick<Database, 'kysely' | 'read'>;
  readonly mailer: Mailer;
  readonly totals: Totals;
}

/** better-auth, set up as this product signs people in. Its endpoints live below /api/auth. */
export type Auth = ReturnType<typeof createAuth>;

/** Sets better-auth up on our tables. */
export function createAuth({ settings, database, mailer, totals }: AuthParts) {
  const secret = authSecret(settings);
  const hash = codeHash(secret);
  const { read } = database;
  const budgets = budgetsIn(read);
  const mails: CodeMails = {
    mailer,
    isWanted: (address, purpose) => isWorthACode({ settings, read, address, purpose }),
  };
  const tables = database.kysely.withPlugin(authTypes(schemaOptions));
  return betterAuth(
    withOurNames({
      appName: 'Bindery',
      baseURL: settings.baseUrl,
      basePath: '/api/auth',
      secret,
      trustedOrigins: trustedOrigins(settings),
      telemetry: { enabled: false },
      logger: authLogger,
      database: {
        db: tables as unknown as Kysely<Record<string, never>>,
        type: 'postgres',
        transaction: true,
      },
      advanced: {
        cookiePrefix: COOKIE_PREFIX,
        database: { generateId: newId },
        ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
        // The server refuses foreign writes itself, for these endpoints as for all others.
        disableCSRFCheck: true,
        disableOriginCheck: false,
      },
      onAPIError: {
        errorURL: `${settings.baseUrl}/login/error`,
        onError: (error) => {
          if (!isAPIError(error)) throw error;
        },
      },
      disabledPaths: SWITCHED_OFF,
      emailAndPassword: { enabled: false },
      user: {
        additionalFields: userFields,
        // better-auth ends the sessions before it deletes the person: too late for a refusal to leave all as it was.
        deleteUser: {
          enabled: true,
          beforeDelete: (person) => tables.transaction().execute((db) => mustBeRemovable(db, person)),
        },
      },
      session: { expiresIn: SESSION_DAYS * DAY, updateAge: DAY, freshAge: DAY },
      databaseHooks: newPeople(settings),
      verification: { storeIdentifier: codesByBrowser },
      socialProviders: socialProviders(settings),
      // On the own machine everybody comes from one address: tests, and all browsers of a developer.
      rateLimit: { enabled: !settings.isLocal, storage: 'database', customRules: CALLS_AN_ADDRESS },
      plugins: [
        emailOTP({
          otpLength: CODE_LENGTH,
          expiresIn: CODE_MINUTES * 60,
          allowedAttempts: CODE_TRIES,
          storeOTP: { hash },
          changeEmail: { enabled: true },
          sendVerificationOTP: async (asked) => sendCode(asked, mails),
        }),
        admin({
          ac: accessControl,
          roles: accessRoles,
          defaultRole: 'user',
          adminRoles: ['admin'],
          bannedUserMessage: 'You have been banned from this application',
        }),
        organizations({ mailer, read }),
        organizationRoleNames,
        hourlyLimits(budgets),
        invitationReads,
        guardedWrites({ db: tables, guards: { ...peopleGuards(totals), ...organizationGuards } }),
        namedPeople(tables),
        signInLog(tables),
        codeGuard({
          budgets,
          mailWorks: () => mailer.works(),
          isLocal: settings.isLocal,
          onlyFor: settings.isDemo ? [SAMPLE_ADMIN, SAMPLE_USER] : undefined,
        }),
        accountRules,
        codeSending(mails, hash),
        redirectTargets,
        sessionHandles,
        impersonationCookies,
        ...openIdConnect(settings),
        ...captchaBeforeCodes(settings),
      ],
    }),
  );
}
