import {
  type HealthCheck,
  healthChecks,
  healthRoutes,
  type Readiness,
} from '@bindery/contract/api/health.ts';
import type { Router } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { PlanningMigrator } from '#backend/database/migrations/planning-migrator.ts';
import { endpoints } from '#backend/kernel/http/endpoints.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { within } from '#backend/kernel/within.ts';
import { logger } from '#backend/logging/logger.ts';

/** Maximum clock difference. Beyond it, codes and sessions would expire noticeably early or late. */
const MAX_DIFFERENCE_MS = 30_000;

/** Describes how far the server's clock and the database's differ; undefined if that is acceptable. */
export async function describeClockDifference({
  query,
}: Pick<Database, 'query'>): Promise<string | undefined> {
  const before = Date.now();
  const [row] = await query<{ now: number | string }>({
    sql: 'select extract(epoch from clock_timestamp()) * 1000 as now',
    parameters: [],
    mode: 'session',
  });
  const difference = (before + Date.now()) / 2 - Number(row?.now);
  if (Math.abs(difference) <= MAX_DIFFERENCE_MS) return undefined;
  const seconds = Math.round(Math.abs(difference) / 1000);
  const side = difference > 0 ? 'ahead of' : 'behind';
  return `this machine's clock is ${seconds} s ${side} the database's: set them right`;
}

/** Returns whether the difference between the server's clock and the database's is acceptable. */
export const clocksAgree = async (database: Pick<Database, 'query'>): Promise<boolean> =>
  (await describeClockDifference(database)) === undefined;

/** Logs an error if the server's clock and the database's differ too much. */
export async function warnOfClockDifference(
  database: Pick<Database, 'query'>,
  warn = (line: string) => logger.error(line),
): Promise<void> {
  const difference = await describeClockDifference(database);
  if (difference !== undefined) warn(`${difference}; this server is not ready until then`);
}

/** Timeout of a check, after which it counts as failed. */
const TIMEOUT_MS = 4_000;
/** How long the result is cached, because the endpoint is public. */
const CACHED_MS = 1_000;

/** A single check. Resolves to whether it passed; a rejection counts as failed. */
export type Check = () => Promise<boolean>;

/** Returns whether the server is ready to receive requests. */
type FindReadiness = () => Promise<Readiness>;

/** Returns the checks of a server: database, migrations, mail server and clock. */
export function serverChecks(database: Database, mailer: Pick<Mailer, 'works'>): Record<HealthCheck, Check> {
  let names: Promise<string[]> | undefined;
  return {
    database: async () =>
      (await database.query({ sql: 'select 1', parameters: [], mode: 'session' })).length === 1,
    migrations: async () => {
      names ??= new PlanningMigrator(database.orm.em).names();
      return areMigrationsDone(database, await names);
    },
    mail: () => mailer.works(),
    clock: () => clocksAgree(database),
  };
}

/** Returns a function that runs all checks in parallel, with timeouts, and caches the result a second. */
export function readinessOf(checks: Record<HealthCheck, Check>, timeoutMs = TIMEOUT_MS): FindReadiness {
  let known: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  return () => {
    const now = performance.now();
    if (!known || now - known.at > CACHED_MS) known = { at: now, readiness: runAll(checks, timeoutMs) };
    return known.readiness;
  };
}

async function runAll(checks: Record<HealthCheck, Check>, timeoutMs: number): Promise<Readiness> {
  const results = await Promise.all(
    healthChecks.map(
      async (name) => [name, (await passes(checks[name], timeoutMs)) ? 'ok' : 'failed'] as const,
    ),
  );
  const isReady = results.every(([, result]) => result === 'ok');
  return {
    status: isReady ? 'ready' : 'notReady',
    checks: Object.fromEntries(results) as Readiness['checks'],
  };
}

const passes = (check: Check, timeoutMs: number) => within(timeoutMs, check()).catch(() => false);

/** Returns whether all known migrations have run; a newer server may have run more. */
async function areMigrationsDone({ query }: Database, known: readonly string[]): Promise<boolean> {
  const rows = await query<{ name: string }>({
    sql: 'select name from migrations',
    parameters: [],
    mode: 'list',
    table: 'migrations',
  });
  const done = new Set(rows.map(({ name }) => name));
  return known.every((name) => done.has(name));
}

/** Returns the router of monitoring endpoints, mounted before everything that needs the database. */
export function healthEndpoints(readiness: FindReadiness): Router {
  return endpoints(healthRoutes, {
    live: async ({ res }) => {
      res.set('Cache-Control', 'no-store');
      return { status: 200, body: { status: 'live' } };
    },
    ready: async ({ res }) => {
      const body = await readiness();
      res.set('Cache-Control', 'no-store');
      return { status: body.status === 'ready' ? 200 : 503, body };
    },
  });
}
