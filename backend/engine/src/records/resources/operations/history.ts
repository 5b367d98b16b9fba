import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import { HIDDEN_ID, type Referenced, type Resource } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { type AuthorRow, type AuthorSql, authorSql, withAuthors } from '../query/authors.ts';
import { fileNames } from '../query/file-facts.ts';
import { knownLabels } from '../query/labels.ts';
import { HIDDEN, withoutHidden } from '../query/limited-references.ts';
import type { Projection } from '../query/projection.ts';
import { entryScopeOf, rowsOfHistory, rowsTable } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceIds } from '../stages/recorded-values.ts';

/** The maximum number of latest changes in the response. */
const MOST = 100;

/** A change as the database returns it, with its users. */
export interface EntryRow extends Pick<HistoryEntry, 'id' | 'action' | 'changes' | 'batch'>, AuthorRow {
  readonly at: string;
}

/**
 * Returns the columns of an EntryRow; the table has the alias `entry`, besides those that the authors join.
 */
export const entryColumns = ({ columns }: AuthorSql) =>
  sql`entry.id, entry.action, entry.at, entry.changes, entry.batch, ${columns}`;

/**
 * Returns the history of a record, newest change first, also of a deleted record.
 * @throws ApiError NOT_FOUND if the record has never existed.
 */
export async function readHistory(
  service: ResourceService,
  { id, actor }: { id: string; actor: Actor },
): Promise<HistoryEntry[]> {
  const { database, resource } = service;
  const authors = authorSql(service.resources, actor);
  const query = sql<EntryRow>`
    select ${entryColumns(authors)} from history as entry ${authors.joins}
    where entry.record_id = ${id} and ${readableEntries(resource, { actor, names: shownNames(service, actor) })}
    order by entry.at desc, entry.id desc limit ${sql.lit(MOST)}`;
  const entries = await selectRows(database, query, { mode: 'list', table: 'history' });
  if (entries.length === 0) await requireKnownRecord(service, { id, actor });
  return describeEntries(service, { actor, entries });
}

/** Returns the names of the fields whose changes a role may see, including removed and additional ones. */
export const shownNames = (service: ResourceService, actor: Actor): string[] => [
  ...service.projection(actor).fields.map(({ name }) => name),
  ...(service.hooks.extraHistoryFields ?? []),
];

/**
 * Returns changes of one resource as a user may see them, with the labels of references: without fields and
 * references that are hidden, and without updates of nothing else.
 */
export async function describeEntries<Row extends EntryRow>(
  service: ResourceService,
  { actor, entries }: { actor: Actor; entries: readonly Row[] },
) {
  const shown = new Set(shownNames(service, actor));
  const { database, resource, resources } = service;
  const changes = await withoutHidden(database, {
    resource,
    resources,
    viewer: actor,
    changes: entries.map((entry) =>
      Object.fromEntries(Object.entries(entry.changes).filter(([name]) => shown.has(name))),
    ),
  });
  const seen = entries
    .map((entry, index) => ({ ...entry, changes: changes[index]! }))
    .filter((entry) => entry.action !== 'update' || Object.keys(entry.changes).length > 0);
  const labels = await labelsIn(service, { view: service.projection(actor), actor, entries: seen });
  const labelled = (name: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one) => labelled(name, one))
      : (labels.get(`${name} ${value}`) ?? value);
  return seen.map(withAuthors).map(({ at, changes: own, ...entry }) => ({
    ...entry,
    at: new Date(at).toISOString(),
    changes: Object.fromEntries(
      Object.entries(own).map(([name, { before, after }]) => [
        name,
        { before: labelled(name, before), after: labelled(name, after) },
      ]),
    ),
  }));
}

/**
 * Returns the labels of the references in the changes, by field and id: the current ones, or for deleted
 * records the last ones; and the names of files.
 */
async function labelsIn(
  { database, resources }: ResourceService,
  { view, actor, entries }: { view: Projection; actor: Actor; entries: readonly EntryRow[] },
): Promise<Map<string, Referenced>> {
  const labels = new Map<string, Referenced>();
  for (const field of view.fields.filter(({ to, upload }) => to || upload)) {
    const ids = entries
      .flatMap(({ changes }) => [changes[field.name]?.before, changes[field.name]?.after])
      .flatMap(referenceIds);
    for (const id of ids) labels.set(`${field.name} ${id}`, id === HIDDEN_ID ? HIDDEN : { id, label: id });
    const resource = field.to === undefined ? undefined : resources[field.to];
    const known = resource
      ? await knownLabels(database, { resource, viewer: actor, resources, ids })
      : await fileNames(database, ids);
    for (const [id, label] of known) labels.set(`${field.name} ${id}`, { id, label });
  }
  return labels;
}

/** Returns the SQL condition that a change affects a visible field. Its table has the alias `entry`. */
const changesAnyOf = (names: readonly string[]) =>
  sql<boolean>`(entry.action <> 'update' or jsonb_exists_any(entry.changes, ${names}::text[]))`;

/** Returns the SQL condition that a user may read a change of a resource. Its table has the alias `entry`. */
export function readableEntries(
  resource: Resource,
  { actor, names }: { actor: Actor; names: readonly string[] },
): RawBuilder<boolean> {
  const scope = entryScopeOf(resource, { actor, rows: rowsOfHistory(resource, actor) });
  const own = sql`entry.resource = ${resource.name} and ${changesAnyOf(names)}`;
  return scope ? sql`(${own} and ${scope})` : sql`(${own})`;
}

async function requireKnownRecord(
  { database, resource }: ResourceService,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const rows = rowsOfHistory(resource, actor);
  const scope = entryScopeOf(resource, { actor, rows }) ?? sql`true`;
  const query = sql<object>`
    select 1 from ${rowsTable(resource, { actor, rows })} where record.id = ${id}
    union all
    (select 1 from history as entry
      where entry.resource = ${resource.name} and entry.record_id = ${id} and ${scope} limit 1)`;
  const found = await selectRows(database, query, { mode: 'list', table: resource.table });
  if (found.length === 0) throw new ApiError('NOT_FOUND');
}
