import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import * as product from '#product';
import project from '../package.json' with { type: 'json' };
import { type DatabaseLimits, DEFAULT_LIMITS } from './database/time-limits.ts';
import { logLevels } from './logging/logger.ts';
import { isLoopbackHost, LOOPBACK_ADDRESSES } from './loopback.ts';

/** An S3-compatible store of files. */
export interface S3Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Stands before every key, so that others can use the same bucket. */
  readonly prefix: string;
}

const SECRETS = new Set([
  'AUTH_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'TURNSTILE_SECRET_KEY',
  'FILES_S3_SECRET_ACCESS_KEY',
]);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');
const wholeNumber = (min: number, max: number) => {
  const hint = `must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d+$/, hint).transform(Number).pipe(z.number().min(min, hint).max(max, hint));
};
const milliseconds = wholeNumber(100, 600_000);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address like https://bindery.example.com',
});
const supportAddress = z.url({
  protocol: /^(https?|mailto)$/,
  error: 'must be an address like https://example.com/help or mailto:help@example.com',
});
const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host:5432/database',
});

const environment = z.object({
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
  SUPPORT_URL: supportAddress.default(project.bugs.url),
  DATABASE_URL: postgresAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters long').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: z.string().default(`${product.name} <no-reply@example.com>`),
  ADMIN_EMAIL: z.email('must be an e-mail address').toLowerCase().optional(),
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

type Values = z.infer<typeof environment>;
type Given = Readonly<Record<string, string | undefined>>;

const TOGETHER = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
] as const;

/** Lists every invalid setting, one line each; a single one is on the first line. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  constructor(problems: string[]) {
    const [first = '', ...others] = problems;
    const list = others.length === 0 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join('');
    super(`Wrong settings (see .env.example):${list}`);
  }
}

/** The server's settings: the environment variables, validated, typed and frozen. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Parses environment variables into settings. Empty values count as unset.
 * Throws a SettingsError that lists all invalid ones at once; secrets are named but not shown.
 */
export function readSettings(variables: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  const values = parsed.data;
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) =>
    problemLine(String(path[0]), given, message),
  );
  const { VITE_BASE_URL: address = `http://localhost:${values?.PORT ?? 3000}` } = given;
  const publicBy = reasonToBePublic(given);
  const isLocal = publicBy === undefined;
  const problems = [
    ...wrong,
    ...incompleteGroups(given),
    ...missingInPublic(given, publicBy),
    ...timeoutProblems(values),
  ];
  if (!values || problems.length > 0) throw new SettingsError(problems);

  return Object.freeze({
    port: values.PORT,
    hosts: hostsOf(values.HOST, isLocal),
    trustedProxies: values.TRUSTED_PROXIES,
    baseUrl: new URL(address).origin,
    /** Whether users connect over https, also if a proxy terminates it. */
    isSecure: new URL(address).protocol === 'https:',
    /** Local mode: only this machine reaches the server, so no mail server is needed and some limits are off. */
    isLocal,
    isDemo: values.VITE_IS_DEMO,
    /**
     * Shows codes at /outbox: to this machine in local mode, to everybody in a demo, whose two accounts are shared.
     */
    showsCodes: isLocal || values.VITE_IS_DEMO,
    environment: { name: values.VITE_ENV_NAME, emoji: values.VITE_ENV_EMOJI, color: values.VITE_ENV_COLOR },
    /** Where users get support: a page, or a `mailto:` address. */
    supportUrl: values.SUPPORT_URL,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    authSecret: values.AUTH_SECRET,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    adminEmail: values.ADMIN_EMAIL,
    signUp: values.SIGN_UP,
    /** The store of uploaded files; undefined for a folder in `dataDir`. */
    s3: s3Of(values),
    /** How many files a user may upload within an hour. */
    uploadsPerHour: values.UPLOADS_PER_HOUR,
    /** How many calls an API key may make within a minute, on each server. */
    apiKeyCallsPerMinute: values.API_KEY_CALLS_PER_MINUTE,
    /** For how many days the history is kept; undefined for ever. */
    historyDays: values.HISTORY_DAYS,
    seed: values.SEED ?? (isLocal || values.VITE_IS_DEMO),
    logLevel: values.LOG_LEVEL,
    requestMs: values.REQUEST_TIMEOUT_MS,
    databaseLimits: databaseLimits(values),
    ...providers(values),
  });
}

/** Reads settings from the environment and `.env` in the working folder; the environment takes precedence. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

function problemLine(name: string, given: Record<string, unknown>, expectation: string) {
  const shown = SECRETS.has(name) ? '(not shown)' : JSON.stringify(given[name]);
  return `${name}=${shown} ${expectation}`;
}

function incompleteGroups(given: Given) {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !given[name]);
    return missing.length === 0 || missing.length === names.length
      ? []
      : [`${missing.join(', ')} must be set too: ${names.join(', ')} work only together`];
  });
}

/** Returns the setting that makes the server reachable from other machines; undefined in local mode. */
function reasonToBePublic({ NODE_ENV, HOST, VITE_BASE_URL }: Given) {
  if (NODE_ENV === 'production') return 'NODE_ENV=production';
  if (HOST && !isLoopbackHost(HOST)) return `HOST=${JSON.stringify(HOST)}`;
  const url = VITE_BASE_URL === undefined ? undefined : URL.parse(VITE_BASE_URL);
  return url && !isLoopbackHost(url.hostname) ? `VITE_BASE_URL=${JSON.stringify(VITE_BASE_URL)}` : undefined;
}

/** Lists missing settings: mail links need the URL, codes a mail server, cookies a secret that all servers share. */
function missingInPublic(given: Given, publicBy: string | undefined) {
  const missing = ['VITE_BASE_URL', 'SMTP_URL', 'AUTH_SECRET'].filter((name) => !given[name]);
  if (!publicBy || missing.length === 0) return [];
  return [`${missing.join(', ')} must be set, because ${publicBy} means that others reach this server`];
}

/** Returns the addresses to listen on; undefined for every address of this machine. */
function hostsOf(host: string | undefined, isLocal: boolean): readonly string[] | undefined {
  if (host && host.toLowerCase() !== 'localhost') return [host.replace(/^\[(.*)\]$/, '$1')];
  return isLocal || host ? LOOPBACK_ADDRESSES : undefined;
}

/** PostgreSQL must time out first: it cancels the statement, while the client can only close the connection. */
function timeoutProblems(values: Values | undefined) {
  if (!values || values.DATABASE_QUERY_TIMEOUT_MS > values.DATABASE_STATEMENT_TIMEOUT_MS) return [];
  return ['DATABASE_QUERY_TIMEOUT_MS must be more than DATABASE_STATEMENT_TIMEOUT_MS'];
}

function databaseLimits(values: Values): DatabaseLimits {
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

function s3Of(values: Values): S3Settings | undefined {
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket } = values;
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const { FILES_S3_REGION: region, FILES_S3_PREFIX: prefix = '' } = values;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, region, bucket, accessKeyId, secretAccessKey, prefix }
    : undefined;
}

function providers(values: Values) {
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
