import type { Database } from '#backend/database/connection.ts';
import { checkRecords } from './check-records.ts';
import { readCsvRecords } from './read-records.ts';
import { type RunningImport, requireWanted } from './running-import.ts';
import { addWrongRows, changeImport, clearFindings, clearKeys, readChunks } from './store.ts';
import { rehearse } from './write-records.ts';

/**
 * Checks every record of a file without changing anything, and stores the invalid ones: each portion is
 * written as the import would write it, with all hooks, in a transaction that is rolled back.
 */
export async function checkImport(
  database: Database,
  { stored, service, planNow, context }: RunningImport,
): Promise<void> {
  const { id, delimiter } = stored;
  const db = database.kysely;
  await clearFindings(db, id);
  let [done, wrong, created, updated] = [0, 0, 0, 0];
  for await (const records of readCsvRecords(readChunks(db, id), delimiter)) {
    await requireWanted(database, { id, signal: context.signal });
    const plan = await planNow(db);
    const checked = await checkRecords(db, { plan, records, importId: id });
    const fitting = checked.filter(({ errors }) => Object.keys(errors).length === 0);
    const refused = await rehearse({ service, actor: plan.actor, batch: id }, { plan, records: fitting });
    const rows = [...checked.filter((record) => !fitting.includes(record)), ...refused];
    await addWrongRows(db, { importId: id, rows });
    const numbers = new Set(rows.map(({ number }) => number));
    const right = fitting.filter(({ number }) => !numbers.has(number));
    done += records.length;
    wrong += rows.length;
    updated += right.filter(({ target }) => target !== undefined).length;
    created += right.filter(({ target }) => target === undefined).length;
    await changeImport(db, { id, done, wrong, created, updated });
  }
  await clearKeys(db, id);
  await changeImport(db, { id, total: done, state: 'checked', from: ['checking'] });
}
