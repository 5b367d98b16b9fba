import type { PgBoss } from 'pg-boss';
import type { Job } from './job.ts';

/** Stores the schedules of jobs; removes those of an earlier version of the application. */
export async function applySchedules(boss: PgBoss, jobs: Iterable<Job<object>>): Promise<void> {
  const wanted = new Map([...jobs].flatMap(({ name, schedule }) => (schedule ? [[name, schedule]] : [])));
  for (const { name } of await boss.getSchedules()) if (!wanted.has(name)) await boss.unschedule(name);
  for (const [name, { cron, timeZone = 'UTC' }] of wanted)
    await boss.schedule(name, cron, {}, { tz: timeZone });
}
