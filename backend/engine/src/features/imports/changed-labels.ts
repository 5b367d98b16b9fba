import { fieldError } from '@bindery/contract/records/validation.ts';
import { HIDDEN_ID, type ResourceField } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { readRecords } from '#backend/records/resources/stages/read-records.ts';
import { referenceIds } from '#backend/records/resources/stages/recorded-values.ts';
import { addError, type Batch, type ImportRow } from './checked-record.ts';
import { findLabels, foldTexts } from './find-references.ts';

/** Labels of a record by field; none for a reference that was emptied. */
export type Labels = ReadonlyMap<ResourceField, readonly string[]>;

/** A reference of a record with an id and a label that do not belong together. */
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
 * Returns the labels that were changed, or removed, next to the record's current id, in an exported file. If
 * the record to update does not reveal which of the two was changed, or both were, it is an error of the row.
 */
export async function changedLabels(db: Transaction, { plan, rows }: Batch): Promise<Map<ImportRow, Labels>> {
  const changed = new Map<ImportRow, Map<ResourceField, readonly string[]>>();
  const both: Conflict[] = [];
  const take = ({ row, field, labels }: Omit<Conflict, 'ids'>) =>
    changed.set(row, (changed.get(row) ?? new Map()).set(field, labels));
  for (const row of rows)
    for (const [field, labels] of row.given.labels) {
      const ids = referenceIds(row.given.values[field.name]);
      // A record that the user may not read has no name in an export.
      if (ids[0] === HIDDEN_ID && !field.join && labels.length > 0) take({ row, field, labels });
      // An invalid id is rejected as such.
      else if (ids.length > 0 && ids.every((id) => UUID.safeParse(id).success))
        both.push({ row, field, labels, ids });
    }
  const labelOf = await findLabels(db, { plan, wanted: idsByField(both) });
  // An id that the user may not read has no name to compare.
  const conflicts = both.filter(({ field, ids, labels }) => {
    const names = ids.map((id) => labelOf(field, id));
    return names.every((name) => name !== undefined) && !isSame(names as string[], labels);
  });
  const records = await readRecords(db, {
    service: plan.service,
    ids: conflicts.flatMap(({ row }) => row.target ?? []),
  });
  const stored = conflicts.map((one) => ({
    ...one,
    ids: referenceIds(records.get(one.row.target ?? '')?.[one.field.name]),
  }));
  const formerLabelOf = await findLabels(db, { plan, wanted: idsByField(stored) });
  const names = conflicts.flatMap(({ field, ids }) => ids.map((id) => labelOf(field, id)!));
  const folded = await foldTexts(db, [...names, ...conflicts.flatMap(({ labels }) => labels)]);
  const fold = (texts: readonly string[]) => texts.map((text) => folded.get(text)!);
  for (const [index, one] of conflicts.entries()) {
    const { row, field, ids, labels } = one;
    const before = stored[index]!.ids.filter((id) => formerLabelOf(field, id) !== undefined);
    const isKnown = records.has(row.target ?? '');
    if (isKnown && isSame(before, ids)) take(one);
    else {
      // The name in the file may belong to the record's reference: then the id was changed.
      const isFormer =
        isKnown &&
        isSame(
          before.map((id) => formerLabelOf(field, id)!),
          labels,
        );
      const isAlike = isSame(fold(ids.map((id) => labelOf(field, id)!)), fold(labels));
      if (!isFormer && !isAlike)
        addError(row, field.name, fieldError(field.name, 'errors.referenceDisagrees'));
    }
  }
  return changed;
}

function idsByField(all: readonly Conflict[]): Map<ResourceField, readonly string[]> {
  const found = new Map<ResourceField, string[]>();
  for (const { field, ids } of all) found.set(field, [...(found.get(field) ?? []), ...ids]);
  return found;
}
