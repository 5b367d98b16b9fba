import { describe, expect, it } from 'vitest';
import { SettingsError } from './problems.ts';
import { misspelledSettings, readSettings } from './settings.ts';

const remote = {
  VITE_BASE_URL: 'https://bindery.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  AUTH_SECRET: 'x'.repeat(32),
};

function problemsOf(variables: Record<string, string>) {
  try {
    readSettings(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'none';
}

describe('settings', () => {
  it('requires no setting in local mode', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      port: 3000,
      baseUrl: 'http://localhost:3000',
      isLocal: true,
      isDemo: false,
    });
    expect(settings).toMatchObject({ signUp: true, seed: true, environment: { color: 'plum' } });
    expect(Object.isFrozen(settings)).toBe(true);
  });

  it('treats an empty value as unset', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '  ' }).port).toBe(3000);
  });

  it('lists all invalid settings at once, with the expected values', () => {
    const problems = problemsOf({
      PORT: 'abc',
      VITE_IS_DEMO: 'yes',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://root:hidden@db/x',
    });
    expect(problems).toContain('PORT="abc" must be a whole number from 0 to 65535');
    expect(problems).toContain('VITE_IS_DEMO="yes" must be true or false');
    expect(problems).toContain(
      'LOG_LEVEL="loud" must be one of fatal, error, warn, info, debug, trace, silent',
    );
    expect(problems).toContain('DATABASE_URL=(not shown) must be an address like postgres://');
    expect(problems).not.toContain('hidden');
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:3000', 'http://app.localhost'])(
    'recognizes %s as the own machine',
    (url) => expect(readSettings({ VITE_BASE_URL: url }).isLocal).toBe(true),
  );

  it.each(['https://localhost.example.com', 'http://127.0.0.1.nip.io', 'http://192.168.1.5:3000'])(
    'does not recognize %s as the own machine',
    (url) => expect(readSettings({ ...remote, VITE_BASE_URL: url }).isLocal).toBe(false),
  );

  it('reports on one line the settings that a public server lacks', () => {
    expect(problemsOf({ VITE_BASE_URL: remote.VITE_BASE_URL })).toBe(
      'Invalid settings (see .env.example): SMTP_URL, AUTH_SECRET must be set, because ' +
        'VITE_BASE_URL="https://bindery.example.com" makes this server public',
    );
    expect(problemsOf({ NODE_ENV: 'production' })).toBe(
      'Invalid settings (see .env.example): VITE_BASE_URL, SMTP_URL, AUTH_SECRET must be set, because ' +
        'NODE_ENV=production makes this server public',
    );
    expect(problemsOf(remote)).toBe('none');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'bindery.example.com', '127.0.0.1.nip.io'])(
    'is not in local mode if it listens on %s, whatever its address',
    (HOST) => {
      expect(problemsOf({ HOST })).toContain('VITE_BASE_URL, SMTP_URL, AUTH_SECRET must be set');
      expect(problemsOf({ HOST, VITE_BASE_URL: 'http://localhost:3000' })).toContain(
        `because HOST="${HOST}"`,
      );
      const settings = readSettings({ ...remote, VITE_BASE_URL: 'http://localhost:3000', HOST });
      expect(settings).toMatchObject({ isLocal: false, showsCodes: false, seed: false, hosts: [HOST] });
    },
  );

  it('is not in local mode in production, whatever its base URL', () => {
    const local = { VITE_BASE_URL: 'http://localhost:3000', NODE_ENV: 'production' };
    expect(problemsOf(local)).toContain('SMTP_URL, AUTH_SECRET must be set');
    expect(readSettings({ ...remote, ...local })).toMatchObject({ isLocal: false, showsCodes: false });
    expect(readSettings({ NODE_ENV: 'development' }).isLocal).toBe(true);
  });

  it('listens only on the loopback in local mode, and on every address otherwise', () => {
    expect(readSettings({}).hosts).toEqual(['127.0.0.1', '::1']);
    expect(readSettings({ HOST: 'localhost' })).toMatchObject({ isLocal: true, hosts: ['127.0.0.1', '::1'] });
    expect(readSettings({ HOST: '[::1]' })).toMatchObject({ isLocal: true, hosts: ['::1'] });
    expect(readSettings(remote).hosts).toBeUndefined();
    expect(readSettings({ ...remote, HOST: '127.0.0.1' })).toMatchObject({
      isLocal: false,
      hosts: ['127.0.0.1'],
    });
  });

  it('does not seed sample users outside of local mode by default', () => {
    expect(readSettings(remote).seed).toBe(false);
    expect(readSettings({ ...remote, SEED: 'true' }).seed).toBe(true);
  });

  it('accepts a page or an email address as the support URL', () => {
    // A custom product may have none in package.json.
    expect(readSettings({}).supportUrl ?? 'https:').toMatch(/^(https?|mailto):/);
    expect(readSettings({ SUPPORT_URL: 'mailto:help@example.com' }).supportUrl).toBe(
      'mailto:help@example.com',
    );
    expect(problemsOf({ SUPPORT_URL: 'javascript:alert(1)' })).toContain('SUPPORT_URL="javascript:alert(1)"');
  });

  it('stores files in a folder, or in the store that four settings name together', () => {
    expect(readSettings({}).s3).toBeUndefined();
    const store = { FILES_S3_ENDPOINT: 'https://s3.example.com', FILES_S3_BUCKET: 'books' };
    const keys = { FILES_S3_ACCESS_KEY_ID: 'id', FILES_S3_SECRET_ACCESS_KEY: 'key' };
    expect(readSettings({ ...store, ...keys }).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'books',
      region: 'us-east-1',
      prefix: '',
      accessKeyId: 'id',
      secretAccessKey: 'key',
    });
    expect(problemsOf(store)).toContain('FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY must be set too');
    expect(problemsOf({ ...store, ...keys, FILES_S3_PREFIX: 'x' })).toContain('must end with a slash');
  });

  it('requires the keys of a sign-in provider together', () => {
    expect(problemsOf({ GITHUB_CLIENT_ID: 'id' })).toContain('GITHUB_CLIENT_SECRET must be set too');
    expect(problemsOf({ OIDC_ISSUER: 'https://id.example.com' })).toContain(
      'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set too',
    );
    expect(readSettings({ GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' }).github).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
    });
  });

  it('requires a query timeout greater than the statement timeout', () => {
    const limits = { DATABASE_STATEMENT_TIMEOUT_MS: '5000', DATABASE_QUERY_TIMEOUT_MS: '5000' };
    expect(problemsOf(limits)).toContain('DATABASE_QUERY_TIMEOUT_MS must be more than');
    expect(problemsOf({ ...limits, DATABASE_QUERY_TIMEOUT_MS: '6000' })).toBe('none');
  });
});

it('a name in .env that is nearly a setting is reported, and no other', () => {
  const source = 'SMPT_URL=smtp://mail\nPORT=3000\n# HOTS=1\nVITE_APP_NAME=Acme\nCOMPOSE_PROJECT_NAME=acme\n';
  expect(misspelledSettings(source)).toEqual([
    '.env has SMPT_URL, which has no effect: did you mean SMTP_URL?',
  ]);
  expect(misspelledSettings('__proto__=1\nportt=1')).toEqual([
    '.env has portt, which has no effect: did you mean PORT?',
  ]);
  expect(misspelledSettings('')).toEqual([]);
});
