import { type DatabaseLimits, DEFAULT_LIMITS } from '#backend/database/time-limits.ts';
import type { EnvironmentValues } from './environment.ts';

/** An S3-compatible store of files. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The prefix of every key, so that others can use the same bucket. */
  readonly prefix: string;
}

/** Returns the time limits of the database: the defaults, with configured values. */
export function databaseLimits(values: EnvironmentValues): DatabaseLimits {
  return {
    ...DEFAULT_LIMITS,
    statementMs: values.DATABASE_STATEMENT_TIMEOUT_MS,
    listMs: values.DATABASE_LIST_TIMEOUT_MS,
    lockMs: values.DATABASE_LOCK_TIMEOUT_MS,
    idleTransactionMs: values.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    queryMs: values.DATABASE_QUERY_TIMEOUT_MS,
    connectionLifetimeMs: values.DATABASE_CONNECTION_LIFETIME_MS,
    searchesAtOnce: values.DATABASE_SEARCHES_AT_ONCE,
  };
}

/** Returns the S3-compatible store of files; undefined if files are stored in a folder. */
export function s3Of(values: EnvironmentValues): S3Settings | undefined {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = values;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const { FILES_S3_REGION: region, FILES_S3_PREFIX: prefix = '' } = values;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, accessKeyId, secretAccessKey, prefix }
    : undefined;
}

/** Returns the sign-in providers and the captcha; each is undefined unless all of its settings are set. */
export function providers(values: EnvironmentValues) {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = values;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL } = values;
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = values;
  return {
    github: client(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET),
    google: client(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET),
    oidc:
      OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
        ? {
            issuer: OIDC_ISSUER,
            clientId: OIDC_CLIENT_ID,
            clientSecret: OIDC_CLIENT_SECRET,
            label: OIDC_LABEL,
          }
        : undefined,
    captcha:
      siteKey && secretKey ? { siteKey, secretKey, verifyUrl: values.TURNSTILE_VERIFY_URL } : undefined,
  };
}

function client(clientId?: string, clientSecret?: string) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
