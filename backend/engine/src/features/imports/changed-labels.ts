import { fieldError } from '@bindery/contract/records/validation.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { readRecords } from '#backend/records/resources/bulk/read-records.ts';
import { referenceIds } from '#backend/records/resources/operations/recorded-values.ts';
import { addError, type Batch, type ImportRow } from './checked-record.ts';
import { findLabels } from './find-references.ts';

type Labels = ReadonlyMap<ResourceField, readonly string[]>;

/** A reference of a record that has both, an id and a label, which do not belong together. */
interface Conflict {
  readonly row: ImportRow;
  readonly field: ResourceField;
  readonly labels: readonly string[];
  readonly ids: readonly string[];
}

const UUID = z.uuid();

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted());

/**
 * Returns the labels by which references are to be found: those without an id, and those that were changed beside the id
 * of the record as it is, as in the file of an export. Where the record does not tell which of the two was changed, or
 * both were, it is an error of the row.
 */
export async function changedLabels(db: Transaction, { plan, rows }: Batch): Promise<Map<ImportRow, Labels>> {
  const changed = new Map<ImportRow, Map<ResourceField, readonly string[]>>();
  const both: Conflict[] = [];
  const take = ({ row, field, labels }: Omit<Conflict, 'ids'>) =>
    changed.set(row, (changed.get(row) ?? new Map()).set(field, labels));
  for (const row of rows)
    for (const [field, labels] of row.given.labels) {
      const ids = referenceIds(row.values[field.name]);
      if (ids.length === 0 && row.values[field.name] === null) take({ row, field, labels });
      // What is no id is refused as such.
      else if (ids.length > 0 && ids.every((id) => UUID.safeParse(id).success))
        both.push({ row, field, labels, ids });
    }
  const conflicts = await conflictsAmong(db, { plan, both });
  const known = plan.matchBy === 'id' ? conflicts.map(({ row }) => row.given.id ?? '') : [];
  const records = await readRecords(db, {
    service: plan.service,
    ids: known.filter((id) => UUID.safeParse(id).success),
  });
  const before = (one: Conflict) => referenceIds(records.get(one.row.given.id ?? '')?.[one.field.name]);
  // The name in the file may be that of the record's reference: then the id was changed.
  const stale = await conflictsAmong(db, {
    plan,
    both: conflicts.map((one) => ({ ...one, ids: before(one) })).filter(({ ids }) => ids.length > 0),
  });
  const isStale = ({ row, field }: Conflict) => stale.some((one) => one.row === row && one.field === field);
  for (const one of conflicts) {
    const { row, field, ids } = one;
    const isKnown = plan.matchBy === 'id' && records.has(row.given.id ?? '');
    if (isKnown && isSame(before(one), ids)) take(one);
    else if (!isKnown || before(one).length === 0 || isStale(one))
      addError(row, field.name, fieldError(field.name, 'errors.referenceDisagrees'));
  }
  return changed;
}

/** Returns those whose ids have other labels. An id that the user may not read has none to compare. */
async function conflictsAmong(
  db: Transaction,
  { plan, both }: { plan: Batch['plan']; both: readonly Conflict[] },
): Promise<Conflict[]> {
  const wanted = new Map<ResourceField, string[]>();
  for (const { field, ids } of both) wanted.set(field, [...(wanted.get(field) ?? []), ...ids]);
  const labelOf = await findLabels(db, { plan, wanted });
  return both.filter(({ field, labels, ids }) => {
    const own = ids.map((id) => labelOf(field, id)?.trim());
    return own.every((label) => label !== undefined) && !isSame(own.filter(Boolean) as string[], labels);
  });
}
