import type { Database } from '#backend/database/connection.ts';

/** A finished, waiting or running job, as the queue stores it. */
interface JobRun {
  readonly id: string;
  readonly state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  readonly createdOn: Date;
  readonly startedOn: Date | null;
  readonly completedOn: Date | null;
  readonly retryCount: number;
  /** The error of the last attempt. */
  readonly error: string | null;
}

const LAST_RUNS = `
  select id, state::text as state, retry_count as "retryCount",
    extract(epoch from created_on) * 1000 as "createdOn", extract(epoch from started_on) * 1000 as "startedOn",
    extract(epoch from completed_on) * 1000 as "completedOn", coalesce(output->>'stack', output->>'message', output->>'value') as error
  from pgboss.job where name = $1 order by created_on desc, id desc limit $2`;

type Times = 'createdOn' | 'startedOn' | 'completedOn';
type RunRow = Omit<JobRun, Times> & { readonly [K in Times]: unknown };

const dateOf = (milliseconds: unknown) => (milliseconds === null ? null : new Date(Number(milliseconds)));

/** Returns the last runs of a kind of job, newest first. The queue deletes them a week after they finish. */
export async function lastRuns(
  { query }: Pick<Database, 'query'>,
  { name, limit }: { name: string; limit: number },
): Promise<JobRun[]> {
  const rows = await query<RunRow>({ sql: LAST_RUNS, parameters: [name, limit] });
  return rows.map(({ createdOn, startedOn, completedOn, ...run }) => ({
    ...run,
    createdOn: new Date(Number(createdOn)),
    startedOn: dateOf(startedOn),
    completedOn: dateOf(completedOn),
  }));
}
