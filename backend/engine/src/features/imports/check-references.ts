import { HIDDEN_ID, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { readingIn } from '#backend/database/query.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { referenceError } from '#backend/records/resources/database-errors.ts';
import { labelSource, readableTarget, withJoins } from '#backend/records/resources/query/labels.ts';
import { reachableIds, rowsOf } from '#backend/records/resources/query/scope.ts';
import { claimableFiles } from '#backend/records/resources/stages/claim-files.ts';
import { readRecords } from '#backend/records/resources/stages/read-records.ts';
import { referenceIds } from '#backend/records/resources/stages/recorded-values.ts';
import { addError, addErrors, type Batch, type ImportRow } from './checked-record.ts';
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
export async function resolveChangedLabels(db: Transaction, batch: Batch): Promise<void> {
  await take(db, { plan: batch.plan, labels: await changedLabels(db, batch) });
}

async function take(
  db: Transaction,
  { plan, labels: given }: { plan: ImportPlan; labels: ReadonlyMap<ImportRow, Labels> },
): Promise<void> {
  const find = await findByLabel(db, { plan, wanted: [...given.values()] });
  for (const [row, its] of given)
    for (const [field, labels] of its) {
      const ids: string[] = [];
      for (const label of labels) {
        const found = find(field, label);
        if (typeof found === 'object') ids.push(found.id);
        else if (found === 'several') addError(row, field.name, 'errors.ambiguousReference');
        else addErrors(row, { [field.name]: [referenceError(field, label)] });
      }
      if (ids.length === labels.length) row.values[field.name] = field.join ? ids : (ids[0] ?? null);
    }
}

/** Checks that references lead to records that the user may refer to, with one statement per field. */
export async function requireReferences(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { service, actor } = plan;
  const fields = Object.values(service.resource.fields).filter(({ to }) => to);
  const right = rows.filter(({ errors }) => fields.every(({ name }) => !errors[name]));
  for (const field of fields) {
    const ids = right.flatMap(({ values }) => referenceIds(values[field.name]));
    const target = { resource: service.resources[field.to!]!, actor, ids };
    const known = await reachableIds(readingIn(db), target);
    for (const row of right) {
      const missing = referenceIds(row.values[field.name]).find(
        (id) => !isUnchanged(row, { field, id }) && !known.has(id),
      );
      if (missing === undefined) continue;
      addErrors(row, { [field.name]: [referenceError(field, missing)] });
      row.isOutside = true;
    }
  }
}

/** Returns whether an exported id represents a record hidden from the user: an update leaves it unchanged. */
const isUnchanged = ({ target }: ImportRow, { field, id }: { field: ResourceField; id: string }): boolean =>
  id === HIDDEN_ID && target !== undefined && !field.join;

/** Checks that the user has uploaded the files for their field. */
export async function requireFiles(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { resource } = plan.service;
  const fields = Object.values(resource.fields).filter(({ upload }) => upload);
  for (const field of fields) {
    const idOf = ({ values, errors }: ImportRow) => (errors[field.name] ? undefined : values[field.name]);
    const ids = rows.map(idOf).filter((id) => typeof id === 'string');
    if (ids.length === 0) continue;
    const there = await claimableFiles(db, { resource, field, actor: plan.actor, ids });
    for (const row of rows) {
      const id = idOf(row);
      if (typeof id === 'string' && !there.has(id)) addError(row, field.name, 'errors.fileNotFound');
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
  const records = await readRecords(readingIn(db), {
    projection: plan.service.projection(APPLICATION, undefined, 'stored'),
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
    const former = before.map((id) => formerLabelOf(field, id)!);
    const given = ids.map((id) => labelOf(field, id)!);
    if (isKnown && isSame(before, ids)) take(one);
    // Otherwise the id was changed, if the name in the file belongs to the record's reference.
    else if (!(isKnown && isSame(former, labels)) && !isSame(fold(given), fold(labels)))
      addError(row, field.name, 'errors.referenceDisagrees');
  }
  return changed;
}

function idsByField(all: readonly Conflict[]): Map<ResourceField, readonly string[]> {
  const byField = Map.groupBy(all, ({ field }) => field);
  return new Map([...byField].map(([field, some]) => [field, some.flatMap(({ ids }) => ids)]));
}

/** What a label refers to: the id of a record, several of them, or none. */
type Found = { readonly id: string } | 'several' | 'none';

/** A reference of the records of a file. */
interface Reference {
  readonly plan: ImportPlan;
  readonly field: ResourceField;
}

/**
 * Finds the records of the labels in a batch, by field and label. If no record has exactly this label, the
 * comparison ignores case and accents.
 */
async function findByLabel(
  db: Transaction,
  { plan, wanted }: { plan: ImportPlan; wanted: readonly Labels[] },
): Promise<(field: ResourceField, label: string) => Found> {
  const byField = Map.groupBy(
    wanted.flatMap((labels) => [...labels]),
    ([field]) => field,
  );
  const found = new Map<string, Found>();
  const add = (key: string, id: string) => found.set(key, found.has(key) ? 'several' : { id });
  for (const [field, all] of byField) {
    const labels = [...new Set(all.flatMap(([, some]) => some))];
    const keyOf = (label: string) => `${field.name} ${label}`;
    const written = await recordsWith(db, { plan, field, labels, isFolded: false });
    for (const { id, label } of written) add(keyOf(label), id);
    const rest = labels.filter((label) => !found.has(keyOf(label)));
    const folded = await foldTexts(db, rest);
    const texts = [...new Set(folded.values())];
    const alike = await recordsWith(db, { plan, field, labels: texts, isFolded: true });
    for (const label of rest)
      for (const one of alike) if (one.label === folded.get(label)) add(keyOf(label), one.id);
  }
  return (field, label) => found.get(`${field.name} ${label}`) ?? 'none';
}

/** Returns the records that a field may refer to, with their labels; undefined if the user may read none. */
function labelledRecords(db: Transaction, { plan, field }: Reference) {
  const { resources } = plan.service;
  const labelled = { actor: plan.actor, resources, alias: 'target' };
  const resource = readableTarget(field, labelled);
  const source = resource && labelSource({ ...labelled, resource });
  if (!source) return undefined;
  const records = withJoins(rowsOf(db, { resource, actor: plan.actor, alias: 'target' }), source.joins);
  const label = sql<string>`${source.label}`;
  return { resource, label, records: records.select(sql.ref<string>('target.id').as('id')) };
}

/** Returns the records with some labels; with `isFolded`, those whose normalized labels are given. */
async function recordsWith(
  db: Transaction,
  { labels, isFolded, ...reference }: Reference & { labels: readonly string[]; isFolded: boolean },
): Promise<{ id: string; label: string }[]> {
  const found = labels.length > 0 && labelledRecords(db, reference);
  if (!found) return [];
  const label = isFolded ? sql<string>`fold(${found.label})` : found.label;
  const query = found.records
    .select(label.as('label'))
    .where(sql<boolean>`${label} = any(${labels}::text[])`);
  const column = isFolded && searchColumnOf(found.resource);
  if (!column) return query.execute();
  // Its index leaves few records whose whole labels are compared.
  const starts = labels.map((one) => [...one].slice(0, SEARCH_COLUMN_LENGTH).join(''));
  return query.where(sql<boolean>`${sql.ref(`target.${column}`)} = any(${starts}::text[])`).execute();
}

/** Returns the column with the normalized text of a label's only field, if that has a compared one. */
function searchColumnOf({ labelParts, fields }: Resource): string | undefined {
  const [part, ...others] = labelParts;
  const field = others.length === 0 && part && 'field' in part ? fields[part.field] : undefined;
  return field?.operators.includes('eq') ? field.searchColumn : undefined;
}

/** Returns the normalized form of some texts, without case and accents. */
export async function foldTexts(db: Transaction, texts: readonly string[]): Promise<Map<string, string>> {
  if (texts.length === 0) return new Map();
  const { rows } = await sql<{ text: string; folded: string }>`
    select text, fold(text) as folded from unnest(${[...new Set(texts)]}::text[]) as text`.execute(db);
  return new Map(rows.map(({ text, folded }) => [text, folded]));
}

/** Returns readable references' labels, by field and id; as in an export, the id replaces an empty one. */
async function findLabels(
  db: Transaction,
  { plan, wanted }: { plan: ImportPlan; wanted: ReadonlyMap<ResourceField, readonly string[]> },
): Promise<(field: ResourceField, id: string) => string | undefined> {
  const found = new Map<string, string>();
  for (const [field, ids] of wanted) {
    const labelled = labelledRecords(db, { plan, field });
    if (!labelled) continue;
    const rows = await labelled.records
      .select(labelled.label.$castTo<string | null>().as('label'))
      .where(sql<boolean>`target.id = any(${[...new Set(ids)]}::uuid[])`)
      .execute();
    for (const { id, label } of rows) found.set(`${field.name} ${id}`, (label ?? '').trim() || id);
  }
  return (field, id) => found.get(`${field.name} ${id}`);
}
