import { product } from '@bindery/contract/api/product.ts';
import { z } from 'zod';
import { DEFAULT_LIMITS } from '#backend/database/time-limits.ts';
import { logLevels } from '#backend/logging/logger.ts';

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const wholeNumber = (min: number, max: number) => {
  const hint = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, hint).transform(Number).pipe(z.number().min(min, hint).max(max, hint));
};
const milliseconds = wholeNumber(100, 600_000);
const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `must be an address like ${example}` });
const webAddress = address(/^https?$/, 'https://bindery.example.com');

/** The environment variables of the server, each with its rule and default. */
export const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).default(0),
  VITE_BASE_URL: webAddress.optional(),
  VITE_IS_DEMO: flag.default(false),
  VITE_ENV_NAME: z.string().max(40, 'must be at most 40 characters long').optional(),
  VITE_ENV_EMOJI: z.string().max(16, 'must be a single emoji').optional(),
  VITE_ENV_COLOR: z
    .string()
    .regex(/^([a-z]+|#([\da-f]{3}|[\da-f]{6}))$/i, 'must be a CSS colour like plum or #dda0dd')
    .default('plum'),
  SUPPORT_URL: address(/^(https?|mailto)$/, 'https://example.com/help or mailto:help@example.com').optional(),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database').optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z.string().default(() => `${product().name} <no-reply@example.com>`),
  ADMIN_EMAIL: z.email('must be an email address').toLowerCase().optional(),
  SIGN_UP: flag.default(true),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().default('OpenID Connect'),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: webAddress.optional(),
  FILES_S3_ENDPOINT: webAddress.optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket')
    .optional(),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)+$/, 'must end with a slash, such as bindery/')
    .optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  UPLOADS_PER_HOUR: wholeNumber(1, 1_000_000).default(300),
  PUBLIC_WRITES_PER_HOUR: wholeNumber(1, 1_000_000).default(60),
  API_KEY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  HISTORY_DAYS: wholeNumber(1, 36_500).optional(),
  SEED: flag.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  REQUEST_TIMEOUT_MS: milliseconds.default(10_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(DEFAULT_LIMITS.statementMs),
  DATABASE_LIST_TIMEOUT_MS: milliseconds.default(DEFAULT_LIMITS.listMs),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(DEFAULT_LIMITS.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: milliseconds.default(DEFAULT_LIMITS.idleTransactionMs),
  DATABASE_QUERY_TIMEOUT_MS: milliseconds.default(DEFAULT_LIMITS.queryMs),
  DATABASE_CONNECTION_LIFETIME_MS: wholeNumber(1_000, 86_400_000).default(
    DEFAULT_LIMITS.connectionLifetimeMs,
  ),
  DATABASE_SEARCHES_AT_ONCE: wholeNumber(1, 50).default(DEFAULT_LIMITS.searchesAtOnce),
});

/** Valid values of the environment variables. */
export type EnvironmentValues = z.infer<typeof environment>;

/** The environment variables as given, without empty ones. */
export type GivenEnvironment = Readonly<Record<string, string | undefined>>;
