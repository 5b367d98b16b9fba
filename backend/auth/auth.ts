import { betterAuth } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import { newId } from '#backend/database/id.ts';
import { trustedOrigins } from '#backend/http/origin.ts';
import { requireDeletable } from '#backend/users/policy.ts';
import { codeHash, codesByBrowser, SEND, SIGN_IN } from './codes/codes.ts';
import { CLIENT_ADDRESS_HEADER, COOKIE_PREFIX, FRESH_MS, SESSION_DAYS } from './constants.ts';
import { authLogger } from './logger.ts';
import { type AuthParts, plugins } from './plugins.ts';
import { socialProviders } from './providers/providers.ts';
import { authTypes } from './schema/kysely-types.ts';
import { withTableNames } from './schema/names.ts';
import { schemaOptions, sessionFields, userFields } from './schema/schema-options.ts';
import { authSecret } from './secret.ts';
import { signUpPolicy } from './sign-up-policy.ts';
import { currentClient } from './visitor.ts';

/** Rate limits per IP address. They are loose because many users may share one; the code guard is strict. */
const CALLS_PER_ADDRESS = {
  [SEND]: { window: 60, max: 10 },
  [SIGN_IN]: { window: 60, max: 30 },
};

/** The rate limits, disabled for loopback requests in local mode, which all come from one IP address. */
const rateLimits = {
  ...Object.fromEntries(
    Object.entries(CALLS_PER_ADDRESS).map(([path, limit]) => [path, () => !currentClient().isLocal && limit]),
  ),
  '/**': (_call: unknown, usual: { window: number; max: number }) => !currentClient().isLocal && usual,
};

const DAY = 24 * 60 * 60;

/** The configured better-auth instance. Its endpoints are mounted below /api/auth. */
export type Auth = ReturnType<typeof createAuth>;

/** Creates the better-auth instance on the application's tables. */
export function createAuth(parts: AuthParts) {
  const { settings, database } = parts;
  const secret = authSecret(settings);
  const hash = codeHash(secret);
  const tables = database.kysely.withPlugin(authTypes(schemaOptions));
  return betterAuth(
    withTableNames({
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
        // The server rejects cross-origin writes itself, for all endpoints.
        disableCSRFCheck: true,
        disableOriginCheck: false,
      },
      onAPIError: {
        errorURL: `${settings.baseUrl}/login/error`,
        onError: (error) => {
          if (!isAPIError(error)) throw error;
        },
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
      databaseHooks: signUpPolicy(settings),
      verification: { storeIdentifier: codesByBrowser },
      socialProviders: socialProviders(settings),
      rateLimit: { enabled: true, storage: 'database', customRules: rateLimits },
      plugins: plugins({ ...parts, tables, hash }),
    }),
  );
}
