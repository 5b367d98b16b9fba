import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import type { Database } from '#backend/database/connection.ts';
import type { DatabaseLimits } from '#backend/database/time-limits.ts';
import { type Extensions, noExtensions } from '#backend/extend/load-extensions.ts';
import { type Listener, listen } from '#backend/kernel/http/listener.ts';
import type { OutboxMail } from '#backend/kernel/mail/mailer.ts';
import { readSettings, type Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { type RunningServer, type ServerOptions, serve } from '#backend/web/server.ts';
import { HttpClient } from './browser.ts';
import { freshDatabase, PATIENT_LIMITS } from './database.ts';

/** The first admin of every test's server. */
export const ADMIN = 'admin@example.com';

/** A complete server for one test file. */
export interface TestServer {
  readonly url: string;
  readonly settings: Settings;
  readonly database: Database;
  readonly auth: Auth;
  /** Returns the emails to an address, newest first. */
  outbox(to?: string): readonly OutboxMail[];
  /** Creates a client with its own cookies and, if `TRUSTED_PROXIES` is 1, its own address. */
  browser(network?: string): HttpClient;
  /** Signs a user in with an emailed code; returns the value of the Cookie header. `ADMIN` is an admin. */
  signIn(email: string): Promise<string>;
  /** Starts a second server on the same database and base URL, like another process; returns its URL. */
  sibling(): Promise<string>;
  close(): Promise<void>;
}

/** The additional parts of a development server; its siblings lack them. */
interface ForDevelopment {
  readonly batchSizes?: ServerOptions['batchSizes'];
  readonly observe?: (database: Database) => Promise<Database>;
  readonly developerRoutes?: ServerOptions['developerRoutes'];
}

const ANY_PORT = { port: 0, hosts: ['127.0.0.1'] };
const MAX_TEST_MS = 600_000;

const PATIENT_SETTINGS = {
  DATABASE_STATEMENT_TIMEOUT_MS: String(PATIENT_LIMITS.statementMs),
  DATABASE_LIST_TIMEOUT_MS: String(PATIENT_LIMITS.listMs),
  DATABASE_LOCK_TIMEOUT_MS: String(PATIENT_LIMITS.lockMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: String(PATIENT_LIMITS.idleTransactionMs),
  DATABASE_QUERY_TIMEOUT_MS: String(PATIENT_LIMITS.queryMs),
};

logger.level = 'silent';

/**
 * Starts a server on a free port, with a fresh database. Settings are overridden by name, as strings. By
 * default its resources are the lending library's, so that tests do not depend on resources.config.ts.
 */
export async function startServer(
  overrides: Record<string, string> = {},
  resources: AllResources = lendingLibrary,
  extensions: Extensions = noExtensions,
  { observe = async (database) => database, developerRoutes, batchSizes }: ForDevelopment = {},
): Promise<TestServer> {
  const [port, { database, url: databaseUrl, connect, drop }] = await Promise.all([
    openPort(),
    freshDatabase(resources, limitsWith(overrides)),
  ]);
  const url = addressOf(port);
  const dataDir = mkdtempSync(join(tmpdir(), 'bindery-test-'));
  const settings = readSettings({
    VITE_BASE_URL: url,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN,
    ...PATIENT_SETTINGS,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...overrides,
  });
  const parts = {
    settings,
    resources,
    frontend: pageWithoutBuild,
    checkResponses: true,
    extensions,
    batchSizes,
  };
  const running = serve({ ...parts, port, database: await observe(database), developerRoutes });
  const siblings: RunningServer[] = [];
  // Each server stores the emails that it has sent itself.
  const outbox = (to?: string) =>
    [running, ...siblings]
      .flatMap(({ mailer }) => mailer.outbox?.list(to) ?? [])
      .sort((one, other) => other.sentAt.localeCompare(one.sentAt));
  const browser = (network?: string) => new HttpClient(url, outbox, network);
  return {
    url,
    settings,
    database,
    auth: running.auth,
    outbox,
    browser,
    signIn: async (email) => {
      const visitor = browser();
      await visitor.signIn(email);
      return visitor.cookies;
    },
    sibling: async () => {
      const [port, database] = await Promise.all([openPort(), connect()]);
      siblings.push(serve({ ...parts, port, database }));
      return addressOf(port);
    },
    close: async () => {
      for (const server of [running, ...siblings]) await server.close();
      await drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Returns the limits from the settings, and otherwise limits that tolerate a busy machine. */
function limitsWith(overrides: Record<string, string>): DatabaseLimits {
  const { connectMs, shortReadMs } = PATIENT_LIMITS;
  const settings = { VITE_BASE_URL: 'http://127.0.0.1', ...PATIENT_SETTINGS, ...overrides };
  return { ...readSettings(settings).databaseLimits, connectMs, shortReadMs };
}

/** Opens a free port that keeps idle connections: a busy test may use one just when it would be closed. */
async function openPort(): Promise<Listener> {
  const port = await listen(ANY_PORT);
  port.server.keepAliveTimeout = MAX_TEST_MS;
  return port;
}

function addressOf(port: Listener) {
  return `http://127.0.0.1:${port.number}`;
}

/** Replaces the build: tests of the server need no frontend. */
const pageWithoutBuild = {
  assets: (_req: unknown, _res: unknown, next: () => void) => next(),
  page: async () =>
    '<!doctype html><html lang="en" dir="ltr"><head><title>Product</title><script nonce="__NONCE__"></script>' +
    '<script type="application/json" id="init"></script></head><body></body></html>',
};
