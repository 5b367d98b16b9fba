import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { referenceIds } from '#backend/records/resources/operations/recorded-values.ts';
import { labelSource, withJoins } from '#backend/records/resources/query/labels.ts';
import { mayRead } from '#backend/records/resources/query/rights.ts';
import { rowsOf, rowsTable } from '#backend/records/resources/query/scope.ts';
import type { GivenRecord, ImportPlan } from './plan.ts';

/** What a label stands for: the id of a record, several of them, or none. */
export type Found = { readonly id: string } | 'several' | 'none';

/** Finds the records that the labels in a batch of records stand for, by field and label. */
export async function findByLabel(
  db: Transaction,
  { plan, records }: { plan: ImportPlan; records: readonly Pick<GivenRecord, 'labels'>[] },
): Promise<(field: ResourceField, label: string) => Found> {
  const wanted = new Map<ResourceField, Set<string>>();
  for (const { labels } of records)
    for (const [field, its] of labels) wanted.set(field, new Set([...(wanted.get(field) ?? []), ...its]));
  const found = new Map<string, Found>();
  for (const [field, labels] of wanted) {
    for (const { id, label } of await recordsWith(db, { plan, field, labels: [...labels] })) {
      const key = `${field.name} ${label}`;
      found.set(key, found.has(key) ? 'several' : { id });
    }
  }
  return (field, label) => found.get(`${field.name} ${label}`) ?? 'none';
}

async function recordsWith(
  db: Transaction,
  { plan, field, labels }: { plan: ImportPlan; field: ResourceField; labels: readonly string[] },
): Promise<{ id: string; label: string }[]> {
  const { service, actor } = plan;
  const { resources } = service;
  const resource = resources[field.to!]!;
  const source = labelSource({ resource, viewer: actor, resources, alias: 'target' });
  if (!source || !mayRead(actor, resource)) return [];
  return withJoins(rowsOf(db, { resource, actor, alias: 'target' }), source)
    .select([sql.ref<string>('target.id').as('id'), sql<string>`${source.label}`.as('label')])
    .where(sql<boolean>`${source.label} = any(${labels}::text[])`)
    .execute();
}

/** Returns the labels of referenced records that the user may read, by field and id; as in an export, one without has its id. */
export async function findLabels(
  db: Transaction,
  { plan, wanted }: { plan: ImportPlan; wanted: ReadonlyMap<ResourceField, readonly string[]> },
): Promise<(field: ResourceField, id: string) => string | undefined> {
  const { service, actor } = plan;
  const { resources } = service;
  const found = new Map<string, string>();
  for (const [field, ids] of wanted) {
    const resource = resources[field.to!]!;
    const source = labelSource({ resource, viewer: actor, resources, alias: 'target' });
    if (!source || !mayRead(actor, resource)) continue;
    const rows = await withJoins(rowsOf(db, { resource, actor, alias: 'target' }), source)
      .select([sql.ref<string>('target.id').as('id'), sql<string | null>`${source.label}`.as('label')])
      .where(sql<boolean>`target.id = any(${[...new Set(ids)]}::uuid[])`)
      .execute();
    for (const { id, label } of rows) found.set(`${field.name} ${id}`, label || id);
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
    const ids = [...new Set(values.flatMap((one) => referenceIds(one[field.name])))];
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select record.id from ${rowsTable(plan.service.resources[field.to!]!, { actor: plan.actor })}
      where record.id = any(${ids}::uuid[])`.execute(db);
    for (const { id } of rows) known.add(`${field.name} ${id}`);
  }
  return (field, id) => known.has(`${field.name} ${id}`);
}
