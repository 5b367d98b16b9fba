import type { Database } from '#backend/database/connection.ts';
import type { JobContext } from '#backend/jobs/job.ts';
import { checkRecords } from './check-records.ts';
import type { ImportPlan } from './plan.ts';
import { readCsvRecords } from './read-records.ts';
import {
  addWrongRows,
  changeImport,
  clearFindings,
  clearKeys,
  findImport,
  readChunks,
  type StoredImport,
} from './store.ts';

/** Says that the user, or the server, wants a job to end. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/** @throws Cancelled if the user has cancelled the import, or the server stops. */
export async function requireWanted(database: Database, { id, signal }: { id: string; signal: AbortSignal }) {
  signal.throwIfAborted();
  const current = await findImport(database.kysely, { id });
  if (!current || current.isCancelled) throw new Cancelled();
}

/** Checks every record of a file without changing anything, and keeps the wrong ones. */
export async function checkImport(
  database: Database,
  { stored, plan, context }: { stored: StoredImport; plan: ImportPlan; context: JobContext },
): Promise<void> {
  const { id, delimiter } = stored;
  const db = database.kysely;
  await clearFindings(db, id);
  let [done, wrong, created, updated] = [0, 0, 0, 0];
  for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
    await requireWanted(database, { id, signal: context.signal });
    const checked = await checkRecords(db, { plan, records, importId: id });
    const rows = checked.filter(({ errors }) => Object.keys(errors).length > 0);
    await addWrongRows(db, { importId: id, rows });
    const right = checked.filter((record) => !rows.includes(record));
    done += records.length;
    wrong += rows.length;
    updated += right.filter(({ target }) => target !== undefined).length;
    created += right.filter(({ target }) => target === undefined).length;
    await changeImport(db, { id, done, wrong, created, updated });
  }
  await clearKeys(db, id);
  await changeImport(db, { id, total: done, state: 'checked', from: ['checking'] });
}
