import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { labelOf } from '@bindery/contract/records/resources/labels.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type AllResources, labelsOf } from './labels.ts';
import { mayRead, maySee } from './rights.ts';
import { isPersonal, type Rows } from './scope.ts';

type Reading = Pick<Database, 'kysely' | 'query'>;

interface Labelled {
  readonly resource: Resource;
  readonly viewer: Actor;
  readonly resources: AllResources;
  /** The rows whose labels are looked up; `all` by default. */
  readonly rows?: Rows;
}

/** Returns the labels of records by id: the current ones, or for deleted records the last ones. */
export async function knownLabels(
  database: Reading,
  { ids, ...labelled }: Labelled & { readonly ids: readonly string[] },
): Promise<Map<string, string>> {
  const labels = await labelsOf(database, { ...labelled, ids });
  const { resource, viewer } = labelled;
  const deletedIds = [...new Set(ids)].filter((id) => !labels.has(id));
  // The rows of a deleted record are unknown, so its label is hidden from roles that are limited to some
  // rows.
  if (deletedIds.length === 0 || !mayRead(viewer, resource) || isPersonal(resource, viewer)) return labels;
  const query = sql<{ id: string; changes: HistoryEntry['changes'] }>`
    select record_id as id, changes from history
    where resource = ${resource.name} and record_id = any(${deletedIds}::uuid[]) and action = 'delete'
      and not exists (select 1 from ${sql.table(resource.table)} as record where record.id = record_id)`;
  const lines = await database.query<{ id: string; changes: HistoryEntry['changes'] }>({
    ...query.compile(database.kysely),
    mode: 'list',
    table: 'history',
  });
  for (const { id, changes } of lines) {
    const values = Object.fromEntries(Object.entries(changes).map(([name, { before }]) => [name, before]));
    const label = await labelFrom(database, { ...labelled, id, values });
    if (label !== undefined) labels.set(id, label);
  }
  return labels;
}

/**
 * Returns the label of a record with these values (references by id); undefined if all of the label's fields
 * are missing.
 */
export async function labelFrom(
  database: Reading,
  { resource, viewer, resources, id, values }: Labelled & { id: string; values: Record<string, unknown> },
): Promise<string | undefined> {
  const item: Record<string, unknown> & { id: string } = { id };
  for (const part of resource.labelParts) {
    const field = 'field' in part ? resource.fields[part.field] : undefined;
    if (!field || !maySee(viewer, field)) continue;
    const value = values[field.name];
    const target = field.to === undefined ? undefined : resources[field.to];
    if (target && typeof value === 'string') {
      const labels = await knownLabels(database, { resource: target, viewer, resources, ids: [value] });
      item[field.name] = { id: value, label: labels.get(value) };
    } else item[field.name] = value;
  }
  const label = labelOf(resource, item);
  return label === id ? undefined : label;
}
