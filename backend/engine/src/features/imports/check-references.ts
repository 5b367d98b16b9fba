import { fieldError } from '@bindery/contract/records/validation.ts';
import { HIDDEN_ID, type ResourceField } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { claimableFiles } from '#backend/records/resources/stages/claim-files.ts';
import { referenceIds } from '#backend/records/resources/stages/recorded-values.ts';
import { changedLabels, type Labels } from './changed-labels.ts';
import { addError, type Batch, type ImportRow, notFound } from './checked-record.ts';
import { existingReferences, findByLabel } from './find-references.ts';
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

/**
 * Returns whether an id of an export represents a record that the user may not read: an update leaves it
 * unchanged.
 */
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
