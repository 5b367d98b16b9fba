import { fieldError } from '@bindery/contract/records/validation.ts';
import { HIDDEN_ID, type ResourceField } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { claimableFiles } from '#backend/records/resources/stages/claim-files.ts';
import { readRecords } from '#backend/records/resources/stages/read-records.ts';
import { referenceIds } from '#backend/records/resources/stages/recorded-values.ts';
import { addError, type Batch, type ImportRow, notFound } from './checked-record.ts';
import { existingReferences, findByLabel, findLabels, foldTexts } from './find-references.ts';
import type { ImportPlan } from './plan.ts';

/** Replaces the labels of references without an id with the ids of their records. */
export async function resolveLabels(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const alone = new Map<ImportRow, Labels>();
  for (const row of rows) {
    const labels = [...row.given.labels].filter(
      ([field, its]) => its.length > 0 && row.values[field.name] === null,
    );
    if (labels.length > 0) alone.set(row, new Map(labels));
  }
  await take(db, { plan, labels: alone });
}

/**
 * Replaces the ids of references whose labels were changed next to them. Targets must be known: the record to
 * update reveals which of the two was changed.
 */
export async function resolveChangedLabels(db: Transaction, { plan, rows }: Batch): Promise<void> {
  await take(db, { plan, labels: await changedLabels(db, { plan, rows }) });
}

async function take(
  db: Transaction,
  { plan, labels: given }: { plan: ImportPlan; labels: ReadonlyMap<ImportRow, Labels> },
): Promise<void> {
  const records = [...given.values()].map((labels) => ({ labels }));
  const find = await findByLabel(db, { plan, records });
  for (const [row, its] of given)
    for (const [field, labels] of its) {
      const ids: string[] = [];
      for (const label of labels) {
        const found = find(field, label);
        if (typeof found === 'object') ids.push(found.id);
        else if (found === 'several')
          addError(row, field.name, fieldError(field.name, 'errors.ambiguousReference'));
        else addError(row, field.name, notFound(field, label));
      }
      if (ids.length === labels.length) row.values[field.name] = field.join ? ids : (ids[0] ?? null);
    }
}

/** Checks that references lead to records that the user may refer to. */
export async function requireReferences(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const fields = Object.values<ResourceField>(plan.service.resource.fields).filter(({ to }) => to);
  const right = rows.filter(({ errors }) => fields.every(({ name }) => !errors[name]));
  const exists = await existingReferences(db, { plan, values: right.map(({ values }) => values) });
  for (const row of right)
    for (const field of fields) {
      const missing = referenceIds(row.values[field.name]).find(
        (id) => !isUnchanged(row, { field, id }) && !exists(field, id),
      );
      if (missing !== undefined) addError(row, field.name, notFound(field, missing));
    }
}

/** Returns whether an exported id represents a record hidden from the user: an update leaves it unchanged. */
const isUnchanged = ({ target }: ImportRow, { field, id }: { field: ResourceField; id: string }): boolean =>
  id === HIDDEN_ID && target !== undefined && !field.join;

/** Checks that the user has uploaded the files for their field. */
export async function requireFiles(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { resource } = plan.service;
  const fields = Object.values<ResourceField>(resource.fields).filter(({ upload }) => upload);
  for (const field of fields) {
    const idOf = ({ values, errors }: ImportRow) => (errors[field.name] ? undefined : values[field.name]);
    const ids = rows.map(idOf).filter((id) => typeof id === 'string');
    if (ids.length === 0) continue;
    const there = await claimableFiles(db, { resource, field, actor: plan.actor, ids });
    for (const row of rows) {
      const id = idOf(row);
      if (typeof id === 'string' && !there.has(id))
        addError(row, field.name, fieldError(field.name, 'errors.fileNotFound'));
    }
  }
}

/** Labels of a record by field; none for a reference that was emptied. */
type Labels = ReadonlyMap<ResourceField, readonly string[]>;

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
async function changedLabels(db: Transaction, { plan, rows }: Batch): Promise<Map<ImportRow, Labels>> {
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
    view: plan.service.projection(APPLICATION),
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
