import { product } from '@bindery/contract/api/product.ts';
import type { Roles } from '@bindery/contract/schema/index.ts';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';
import {
  authTypes,
  schemaOptions,
  sessionFields,
  userFields,
  withTableNames,
} from '#backend/database/auth-schema.ts';
import type { Database, Tables, Transaction } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { FRESH_MS } from '#backend/kernel/http/actor.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import { trustedOrigins } from '#backend/kernel/http/request-guard.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import type { adminPlugin, codePlugin } from './better-auth-plugins.ts';
import { codesByBrowser, SEND, SIGN_IN } from './codes/codes.ts';
import { CLIENT_ADDRESS_HEADER, SESSION_DAYS } from './constants.ts';
import { socialProviders } from './providers/providers.ts';
import { authSecret } from './secret.ts';
import { signUpPolicy } from './sign-up-policy.ts';

interface RateLimit {
  readonly window: number;
  readonly max: number;
}

/** Disables a limit for loopback requests in local mode, which all come from one IP address. */
const unlessLocal = (limit: RateLimit) => !currentClient().isLocal && limit;

/** Rate limits per IP address. They are loose because many users may share one; the code guard is strict. */
const rateLimits = {
  [SEND]: () => unlessLocal({ window: 60, max: 10 }),
  [SIGN_IN]: () => unlessLocal({ window: 60, max: 30 }),
  '/**': (_call: unknown, usual: RateLimit) => unlessLocal(usual),
};

const DAY = 24 * 60 * 60;

/** The configured better-auth instance. Its endpoints are mounted below /api/auth. */
export type Auth = ReturnType<typeof createAuth>;

/** The sign-in plugins: the two of better-auth whose endpoints the server calls itself, and any others. */
export type AuthPlugins = [
  ReturnType<typeof codePlugin>,
  ReturnType<typeof adminPlugin>,
  ...BetterAuthPlugin[],
];

interface AuthOptions {
  readonly settings: Settings;
  readonly roles: Roles;
  readonly tables: Kysely<Tables>;
  /** See backend/engine/src/web/auth-plugins.ts. */
  readonly plugins: AuthPlugins;
  /** Throws if a user may not be deleted. */
  readonly requireDeletable: (db: Transaction, user: { id: string }) => Promise<void>;
}

/** Returns the tables in the types of better-auth. */
export function authTables({ kysely }: Pick<Database, 'kysely'>): Kysely<Tables> {
  return kysely.withPlugin(authTypes(schemaOptions));
}

/** Creates the better-auth instance on the application's tables. */
export function createAuth({ settings, roles, tables, plugins, requireDeletable }: AuthOptions) {
  return betterAuth(
    withTableNames({
      appName: product().name,
      baseURL: settings.baseUrl,
      basePath: '/api/auth',
      secret: authSecret(settings),
      trustedOrigins: trustedOrigins(settings),
      telemetry: { enabled: false },
      logger: authLogger,
      database: { db: tables, type: 'postgres', transaction: true },
      advanced: {
        cookiePrefix: product().slug,
        database: { generateId: newId },
        ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
        // The server rejects cross-origin writes itself, for all endpoints.
        disableCSRFCheck: true,
        disableOriginCheck: false,
      },
      onAPIError: {
        errorURL: `${settings.baseUrl}/login/error`,
        // better-auth's own errors become responses; any other, such as an ApiError of a hook or a database
        // error, reaches Express, which sends it like errors of all other endpoints. `onError` would log it
        // and respond with 500.
        throw: true,
      },
      emailAndPassword: { enabled: false },
      user: {
        additionalFields: userFields,
        // better-auth ends the sessions before it deletes the user, so a later check could not leave them
        // intact.
        deleteUser: {
          enabled: true,
          beforeDelete: (user) => tables.transaction().execute((db) => requireDeletable(db, user)),
        },
      },
      session: {
        expiresIn: SESSION_DAYS * DAY,
        updateAge: DAY,
        freshAge: FRESH_MS / 1000,
        additionalFields: sessionFields,
      },
      databaseHooks: signUpPolicy({ ...settings, roles }),
      verification: { storeIdentifier: codesByBrowser },
      socialProviders: socialProviders(settings),
      rateLimit: { enabled: true, storage: 'database', customRules: rateLimits },
      plugins,
    }),
  );
}

/** Writes better-auth's messages to the server's log. Only errors have details, because others name users. */
const authLogger: NonNullable<BetterAuthOptions['logger']> = {
  level: 'warn',
  disableColors: true,
  log: (level, message, ...details) => {
    const err = details.find((detail) => detail instanceof Error);
    logger.child({ module: 'auth' })[level]({ err }, message);
  },
};
