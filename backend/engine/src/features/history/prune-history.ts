import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '#backend/database/connection.ts';
import { everyHour, type Repeated } from '#backend/kernel/jobs/every-hour.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** Key of the advisory lock that lets one server at a time delete old changes; the same on all servers. */
const LOCK = 7_421_307;
/** The number of changes per statement, and the pause after it: neither noticeably affects other requests. */
const PORTION = 500;
const PAUSE_MS = 200;

// The index on the time finds the oldest. While another server holds the lock, nothing is selected.
const DELETE_PORTION = `
  with turn as materialized (select pg_try_advisory_xact_lock(${LOCK}) as is_mine),
  old as (
    select id from history
    where (select is_mine from turn) and at < now() - make_interval(days => $1)
    order by at, id limit ${PORTION}
  )
  delete from history using old where history.id = old.id returning 1 as one`;

/** Deletes changes of the history that are older than the setting, every hour and in small portions. */
export function pruneHistory(
  database: Pick<Database, 'execute'>,
  { historyDays: days }: Pick<Settings, 'historyDays'>,
): Repeated {
  if (days === undefined) return { stop: async () => {} };
  return everyHour('deleting old history', (signal) => deleteOldChanges(database, { days, signal }));
}

/** Deletes all changes that are older than some days, in portions; returns their number. */
export async function deleteOldChanges(
  { execute }: Pick<Database, 'execute'>,
  { days, signal }: { days: number; signal?: AbortSignal },
): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = await execute({ sql: DELETE_PORTION, parameters: [days], table: 'history' });
    total += deleted.length;
    if (deleted.length < PORTION || signal?.aborted) return total;
    await wait(PAUSE_MS, undefined, { ref: false });
  }
}
