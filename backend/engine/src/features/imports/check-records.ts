import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { requireFiles, requireReferences, resolveChangedLabels, resolveLabels } from './check-references.ts';
import { checkValues } from './check-values.ts';
import { addError, type CheckedRecord, type ImportRow, type RowErrors } from './checked-record.ts';
import { findTargets } from './find-targets.ts';
import { type ImportPlan, readCells } from './plan.ts';
import type { FileRecord } from './read-records.ts';
import { requireUnique } from './require-unique.ts';
import { resolveWords } from './resolve-words.ts';

/**
 * Checks a batch of records like their create or update would: against the schemas, references and unique
 * rules. Hooks do not run. With `importId` the records are also compared with earlier ones of the file.
 */
export async function checkRecords(
  db: Transaction,
  { plan, records, importId }: { plan: ImportPlan; records: readonly FileRecord[]; importId?: string },
): Promise<CheckedRecord[]> {
  const rows = records.map((record): ImportRow => {
    const given = readCells(plan, record.cells);
    const errors: RowErrors = Object.create(null);
    return { ...record, given, values: { ...given.values }, target: undefined, errors };
  });
  for (const row of rows)
    if (row.cells.length > plan.targets.length)
      addError(row, 'cells', fieldError('cells', 'errors.tooManyCells'));
  await resolveWords(db, { plan, rows });
  await resolveLabels(db, { plan, rows });
  await findTargets(db, { plan, rows, importId });
  await resolveChangedLabels(db, { plan, rows });
  await checkValues(db, { plan, rows });
  await requireReferences(db, { plan, rows });
  await requireFiles(db, { plan, rows });
  for (const rule of plan.rules) await requireUnique(db, { plan, rows, rule, importId });
  return rows.map(({ given: _, isOutside: __, ...row }) => row);
}
