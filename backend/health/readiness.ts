import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#backend/database/connection.ts';
import { PlanningMigrator } from '#backend/database/migrations/planning-migrator.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { type HealthCheck, healthChecks, type Readiness } from '#contract/health.ts';
import { clocksAgree } from './clock.ts';

/** What has not answered by then counts as failed. */
const ANSWER_MS = 4_000;
/** Everybody may ask, so the answer is found out once for all who ask within this time. */
const REMEMBERED_MS = 1_000;

/** One check: whether what it stands for works. A failure counts as no. */
export type Check = () => Promise<boolean>;

/** Finds out whether the server can be sent requests. */
export type FindReadiness = () => Promise<Readiness>;

/** The checks of a server. Mail is judged by whoever sends it. */
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

/** Runs all checks at once, each for a limited time, and remembers the result for a moment. */
export function readinessOf(checks: Record<HealthCheck, Check>, answerMs = ANSWER_MS): FindReadiness {
  let known: { readonly at: number; readonly readiness: Promise<Readiness> } | undefined;
  return () => {
    const now = performance.now();
    if (!known || now - known.at > REMEMBERED_MS) known = { at: now, readiness: runAll(checks, answerMs) };
    return known.readiness;
  };
}

async function runAll(checks: Record<HealthCheck, Check>, answerMs: number): Promise<Readiness> {
  const results = await Promise.all(
    healthChecks.map(
      async (name) => [name, (await inTime(checks[name], answerMs)) ? 'ok' : 'failed'] as const,
    ),
  );
  const isReady = results.every(([, result]) => result === 'ok');
  return {
    status: isReady ? 'ready' : 'notReady',
    checks: Object.fromEntries(results) as Readiness['checks'],
  };
}

async function inTime(check: Check, answerMs: number): Promise<boolean> {
  const end = new AbortController();
  const tooLate = wait(answerMs, false, { signal: end.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    end.abort();
  }
}

/** Whether every migration that this server knows has run; a newer server may have added further ones. */
async function areMigrationsDone({ query }: Database, known: readonly string[]): Promise<boolean> {
  const rows = await query<{ name: string }>({
    sql: 'select name from migrations',
    parameters: [],
    ...{ mode: 'list', table: 'migrations' },
  });
  const done = new Set(rows.map(({ name }) => name));
  return known.every((name) => done.has(name));
}
