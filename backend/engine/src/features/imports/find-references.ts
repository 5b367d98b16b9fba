import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { readingIn } from '#backend/database/query.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { labelSource, readableTarget, withJoins } from '#backend/records/resources/query/labels.ts';
import { reachableIds, rowsOf } from '#backend/records/resources/query/scope.ts';
import { referenceIds } from '#backend/records/resources/stages/recorded-values.ts';
import type { GivenRecord, ImportPlan } from './plan.ts';

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
export async function findByLabel(
  db: Transaction,
  { plan, records }: { plan: ImportPlan; records: readonly Pick<GivenRecord, 'labels'>[] },
): Promise<(field: ResourceField, label: string) => Found> {
  const wanted = new Map<ResourceField, Set<string>>();
  for (const { labels } of records)
    for (const [field, its] of labels) wanted.set(field, new Set([...(wanted.get(field) ?? []), ...its]));
  const found = new Map<string, Found>();
  const add = (key: string, id: string) => found.set(key, found.has(key) ? 'several' : { id });
  for (const [field, labels] of wanted) {
    const keyOf = (label: string) => `${field.name} ${label}`;
    const written = await recordsWith(db, { plan, field, labels: [...labels], isFolded: false });
    for (const { id, label } of written) add(keyOf(label), id);
    const rest = [...labels].filter((label) => !found.has(keyOf(label)));
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
export async function findLabels(
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

/** Returns those of some ids of referenced records that exist, in one statement per field. */
export async function existingReferences(
  db: Transaction,
  { plan, values }: { plan: ImportPlan; values: readonly Readonly<Record<string, unknown>>[] },
): Promise<(field: ResourceField, id: string) => boolean> {
  const known = new Set<string>();
  const fields = Object.values<ResourceField>(plan.service.resource.fields).filter(({ to }) => to);
  for (const field of fields) {
    const ids = values.flatMap((one) => referenceIds(one[field.name]));
    const target = { resource: plan.service.resources[field.to!]!, actor: plan.actor, ids };
    for (const id of await reachableIds(readingIn(db), target)) known.add(`${field.name} ${id}`);
  }
  return (field, id) => known.has(`${field.name} ${id}`);
}
