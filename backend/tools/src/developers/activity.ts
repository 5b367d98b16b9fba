import type { Database } from '@bindery/backend/database/connection.ts';
import type { DeveloperOverview, StatementReport } from '@bindery/contract/api/developers/routes.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { StatementLog } from './statement-log.ts';
import { tablesOf } from './table-reports.ts';

type ByName = Readonly<Record<string, Resource>>;

const JOBS = `
  select id, name as queue, state::text as state, extract(epoch from created_on) * 1000 as "createdOn",
    extract(epoch from completed_on) * 1000 as "completedOn",
    left(coalesce(output->>'message', output->>'value'), 500) as error
  from pgboss.job where name not like '\\_\\_pgboss%' order by created_on desc, id desc limit 30`;
const SCHEDULES = `select name as queue, cron, timezone as "timeZone" from pgboss.schedule order by name`;

/** Returns the statements, the slowest first, each with the resources whose tables it names. */
export function reportStatements(log: StatementLog, resources: ByName): StatementReport[] {
  const tables = Object.values(resources).map((resource) => ({
    name: resource.name,
    pattern: new RegExp(`\\b(${tablesOf(resource).join('|')})\\b`),
  }));
  return log.slowest().map((statement) => ({
    ...statement,
    resources: tables.filter(({ pattern }) => pattern.test(statement.sql)).map(({ name }) => name),
  }));
}

type Activity = Pick<DeveloperOverview, 'jobs' | 'schedules'>;
type JobRow = Omit<Activity['jobs'][number], 'createdOn' | 'completedOn'> & {
  readonly createdOn: unknown;
  readonly completedOn: unknown;
};

const isoOf = (milliseconds: unknown) => new Date(Number(milliseconds)).toISOString();

/** Reads the latest jobs and the schedules; none before the queue has created its tables. */
export async function jobsOf({ query }: Pick<Database, 'query'>, resources: ByName): Promise<Activity> {
  const [queue] = await query<{ isThere: boolean }>({
    sql: `select to_regclass('pgboss.job') is not null as "isThere"`,
    parameters: [],
  });
  if (!queue?.isThere) return { jobs: [], schedules: [] };
  const [rows, schedules] = await Promise.all([
    query<JobRow>({ sql: JOBS, parameters: [] }),
    query<Activity['schedules'][number]>({ sql: SCHEDULES, parameters: [] }),
  ]);
  const jobs = rows.map((job) => ({
    ...job,
    resource: Object.keys(resources).find((name) => job.queue.startsWith(`${name}-`)) ?? null,
    createdOn: isoOf(job.createdOn),
    completedOn: job.completedOn === null ? null : isoOf(job.completedOn),
  }));
  return { jobs, schedules };
}
