import type { EnvironmentValues, environment, GivenEnvironment } from './environment.ts';

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

const TOGETHER = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
] as const;

/** Lists every invalid setting, one per line; a single one is on the first line. */
export class SettingsError extends Error {
  override name = 'SettingsError';

  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first = '', ...others] = problems;
    const list = others.length === 0 ? ` ${first}` : problems.map((problem) => `\n  ${problem}`).join('');
    super(`Invalid settings (see .env.example):${list}`);
    this.problems = problems;
  }
}

/**
 * Lists what is invalid in the given variables, one problem per line: single values, settings that work only
 * together, and settings that a public server requires.
 * @param publicBy the setting that makes the server reachable from other machines, if any.
 */
export function problemsOf(
  given: GivenEnvironment,
  { parsed, publicBy }: { parsed: ReturnType<typeof environment.safeParse>; publicBy: string | undefined },
): string[] {
  const invalid = parsed.error?.issues ?? [];
  return [
    ...invalid.map(({ path, message }) => problemLine(String(path[0]), given, message)),
    ...incompleteGroups(given),
    ...missingInPublic(given, publicBy),
    ...timeoutProblems(parsed.data),
  ];
}

function problemLine(name: string, given: Record<string, unknown>, expectation: string) {
  const shown = SECRETS.has(name) ? '(not shown)' : JSON.stringify(given[name]);
  return `${name}=${shown} ${expectation}`;
}

function incompleteGroups(given: GivenEnvironment) {
  return TOGETHER.flatMap((names) => {
    const missing = names.filter((name) => !given[name]);
    return missing.length === 0 || missing.length === names.length
      ? []
      : [`${missing.join(', ')} must be set too: ${names.join(', ')} work only together`];
  });
}

/** Lists missing settings: email links need the URL, codes a mail server, cookies a shared secret. */
function missingInPublic(given: GivenEnvironment, publicBy: string | undefined) {
  const missing = ['VITE_BASE_URL', 'SMTP_URL', 'AUTH_SECRET'].filter((name) => !given[name]);
  if (!publicBy || missing.length === 0) return [];
  return [`${missing.join(', ')} must be set, because ${publicBy} makes this server public`];
}

/** PostgreSQL must time out first: it cancels the statement; clients can only close the connection. */
function timeoutProblems(values: EnvironmentValues | undefined) {
  if (!values || values.DATABASE_QUERY_TIMEOUT_MS > values.DATABASE_STATEMENT_TIMEOUT_MS) return [];
  return ['DATABASE_QUERY_TIMEOUT_MS must be more than DATABASE_STATEMENT_TIMEOUT_MS'];
}
