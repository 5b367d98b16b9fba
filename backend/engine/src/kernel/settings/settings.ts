import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { productRoot } from '@bindery/contract/api/product.ts';
import { nearestWord } from '@bindery/contract/schema/error.ts';
import { type DatabaseLimits, DEFAULT_LIMITS } from '#backend/database/time-limits.ts';
import { isLoopbackHost, LOOPBACK_ADDRESSES } from '#backend/kernel/loopback.ts';
import { type EnvironmentValues, environment, type GivenEnvironment } from './environment.ts';
import { problemsOf, SettingsError } from './problems.ts';

/** Returns the time limits of the database: the defaults, with configured values. */
function databaseLimits(values: EnvironmentValues): DatabaseLimits {
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

/** Returns settings that work only together; undefined unless all of them are set. */
const together = <Name extends string>(settings: Readonly<Record<Name, string | undefined>>) =>
  Object.values(settings).includes(undefined) ? undefined : (settings as Readonly<Record<Name, string>>);

/** Returns the store of files, the sign-in providers and the captcha; each is undefined unless it is set. */
function services(values: EnvironmentValues) {
  const s3 = together({
    endpoint: values.FILES_S3_ENDPOINT,
    bucket: values.FILES_S3_BUCKET,
    accessKeyId: values.FILES_S3_ACCESS_KEY_ID,
    secretAccessKey: values.FILES_S3_SECRET_ACCESS_KEY,
  });
  const oidc = together({
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_CLIENT_ID,
    clientSecret: values.OIDC_CLIENT_SECRET,
  });
  const captcha = together({ siteKey: values.TURNSTILE_SITE_KEY, secretKey: values.TURNSTILE_SECRET_KEY });
  return {
    /** The S3-compatible store of uploaded files; undefined for a folder in `dataDir`. */
    s3: s3 && {
      ...s3,
      region: values.FILES_S3_REGION,
      /** The prefix of every key, so that others can use the same bucket. */
      prefix: values.FILES_S3_PREFIX ?? '',
    },
    github: together({ clientId: values.GITHUB_CLIENT_ID, clientSecret: values.GITHUB_CLIENT_SECRET }),
    google: together({ clientId: values.GOOGLE_CLIENT_ID, clientSecret: values.GOOGLE_CLIENT_SECRET }),
    oidc: oidc && { ...oidc, label: values.OIDC_LABEL },
    captcha: captcha && { ...captcha, verifyUrl: values.TURNSTILE_VERIFY_URL },
  };
}

/** Returns the support address in the product's `package.json`, which is optional. */
function helpOf(root: string): string | undefined {
  const project: { readonly bugs?: { readonly url: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return project.bugs?.url;
}

/** The server's settings: the environment variables, validated, typed and frozen. */
export type Settings = ReturnType<typeof readSettings>;

/** An S3-compatible store of files. */
export type S3Settings = NonNullable<Settings['s3']>;

/**
 * Parses environment variables into settings. Empty values count as unset. Throws a SettingsError that lists
 * all invalid ones at once; secrets are named but not shown.
 */
export function readSettings(variables: Record<string, string | undefined>) {
  const given: GivenEnvironment = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value?.trim()),
  );
  const parsed = environment.safeParse(given);
  const values = parsed.data;
  const { VITE_BASE_URL: address = `http://localhost:${values?.PORT ?? 3000}` } = given;
  const publicBy = reasonToBePublic(given);
  const isLocal = publicBy === undefined;
  const problems = problemsOf(given, { parsed, publicBy });
  if (!values || problems.length > 0) throw new SettingsError(problems);

  return Object.freeze({
    port: values.PORT,
    hosts: hostsOf(values.HOST, isLocal),
    trustedProxies: values.TRUSTED_PROXIES,
    baseUrl: new URL(address).origin,
    /** Whether users connect over https, even if a proxy terminates it. */
    isSecure: new URL(address).protocol === 'https:',
    /** Local mode: only this machine reaches the server; no mail server is needed and some limits are off. */
    isLocal,
    isDemo: values.VITE_IS_DEMO,
    /** Shows codes at /outbox: in local mode to this machine, in a demo with shared accounts to all. */
    showsCodes: isLocal || values.VITE_IS_DEMO,
    environment: { name: values.VITE_ENV_NAME, emoji: values.VITE_ENV_EMOJI, color: values.VITE_ENV_COLOR },
    /** Where users get support: a page, or a `mailto:` address; undefined if neither source has one. */
    supportUrl: values.SUPPORT_URL ?? helpOf(productRoot()),
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    authSecret: values.AUTH_SECRET,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    adminEmail: values.ADMIN_EMAIL,
    signUp: values.SIGN_UP,
    /** How many files a user may upload per hour. */
    uploadsPerHour: values.UPLOADS_PER_HOUR,
    /** How many writes callers without a session may make per hour, by network. */
    publicWritesPerHour: values.PUBLIC_WRITES_PER_HOUR,
    /** How many calls an API key may make per minute, on each server. */
    apiKeyCallsPerMinute: values.API_KEY_CALLS_PER_MINUTE,
    /** How many days the history is stored; undefined for forever. */
    historyDays: values.HISTORY_DAYS,
    seed: values.SEED ?? (isLocal || values.VITE_IS_DEMO),
    logLevel: values.LOG_LEVEL,
    requestMs: values.REQUEST_TIMEOUT_MS,
    databaseLimits: databaseLimits(values),
    ...services(values),
  });
}

/** Reads settings from the environment and `.env` in the working folder; the environment takes precedence. */
export function loadSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(process.env);
}

/** A misspelled name differs in no more characters, such as two that are swapped. */
const MAX_MISSPELLED = 2;

/** Returns a sentence about each name in `.env` that is probably a misspelled setting, and has no effect. */
export function misspelledSettings(
  source = existsSync('.env') ? readFileSync('.env', 'utf8') : '',
): string[] {
  const known = Object.keys(environment.shape);
  return Object.keys(parseEnv(source))
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = nearestWord(name, known, MAX_MISSPELLED);
      return meant === undefined ? [] : `.env has ${name}, which has no effect: did you mean ${meant}?`;
    });
}

/** Returns the setting that makes the server reachable from other machines; undefined in local mode. */
function reasonToBePublic({ NODE_ENV, HOST, VITE_BASE_URL }: GivenEnvironment) {
  if (NODE_ENV === 'production') return 'NODE_ENV=production';
  if (HOST && !isLoopbackHost(HOST)) return `HOST=${JSON.stringify(HOST)}`;
  const url = VITE_BASE_URL === undefined ? undefined : URL.parse(VITE_BASE_URL);
  return url && !isLoopbackHost(url.hostname) ? `VITE_BASE_URL=${JSON.stringify(VITE_BASE_URL)}` : undefined;
}

/** Returns the addresses to listen on; undefined for every address of this machine. */
function hostsOf(host: string | undefined, isLocal: boolean): readonly string[] | undefined {
  if (host && host.toLowerCase() !== 'localhost') return [host.replace(/^\[(.*)\]$/, '$1')];
  return isLocal || host ? LOOPBACK_ADDRESSES : undefined;
}
