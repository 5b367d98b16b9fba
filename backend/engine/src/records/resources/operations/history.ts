import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { HIDDEN_ID, type Referenced, type Resource } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { type AuthorRow, type AuthorSql, authorSql } from '../query/authors.ts';
import { fileNames } from '../query/file-facts.ts';
import { knownLabels } from '../query/labels.ts';
import { HIDDEN, withoutHidden } from '../query/limited-references.ts';
import type { Projection } from '../query/projection.ts';
import { changeScopeOf, rowsOfHistory, rowsTable } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceIds } from '../stages/recorded-values.ts';
import { isReturn, isUndone } from './undone.ts';

/** The maximum number of latest changes in the response. */
const MAX_CHANGES = 100;

/** A change as the database returns it, with its users. */
export interface ChangeRow
  extends Pick<HistoryChange, 'id' | 'action' | 'changes' | 'batch' | 'undone' | 'returned'>,
    AuthorRow {
  readonly at: string;
}

/** Returns a ChangeRow's columns, besides those that authors join; the table has the alias `change`. */
export const changeColumns = ({ columns }: AuthorSql) =>
  sql`change.id, change.action, change.at, change.changes, change.batch, ${columns}`;

/** The columns that say what came of a change, and whether it has brought a record back. */
export const stateColumns = sql`${isUndone} as undone, ${isReturn} as returned`;

/**
 * Returns the history of a record, newest change first, also of a deleted record.
 * @throws ApiError NOT_FOUND if the record has never existed.
 */
export async function readHistory(
  service: ResourceService,
  { id, actor }: { id: string; actor: Actor },
): Promise<HistoryChange[]> {
  const { database } = service;
  const authors = authorSql(service.resources, actor);
  const query = sql<ChangeRow>`
    select ${changeColumns(authors)}, ${stateColumns} from history as change ${authors.joins}
    where change.record_id = ${id} and ${readableChangesOf([service], actor)}
    order by change.at desc, change.id desc limit ${sql.lit(MAX_CHANGES)}`;
  const rows = await selectRows(database, query, { mode: 'list', table: 'history' });
  if (rows.length === 0) await requireKnownRecord(service, { id, actor });
  return describeChanges(service, { actor, rows });
}

/** Returns the names of the fields that a role may see. */
export const fieldNames = (service: ResourceService, actor: Actor): string[] =>
  service.projection(actor).fields.map(({ name }) => name);

/** Returns the names of the fields whose changes a role may see, including additional ones. */
const shownNames: typeof fieldNames = (service, actor) => [
  ...fieldNames(service, actor),
  ...(service.hooks.extraHistoryFields ?? []),
];

/**
 * Returns changes of one resource as a user may see them, with the labels of references: without fields and
 * references that are hidden, and without updates of nothing else.
 */
export async function describeChanges<Row extends ChangeRow>(
  service: ResourceService,
  { actor, rows }: { actor: Actor; rows: readonly Row[] },
) {
  const shown = new Set(shownNames(service, actor));
  const { database, resource, resources } = service;
  const changes = await withoutHidden(database, {
    resource,
    resources,
    actor,
    changes: rows.map((row) =>
      Object.fromEntries(Object.entries(row.changes).filter(([name]) => shown.has(name))),
    ),
  });
  const seen = rows
    .map((row, index) => ({ ...row, changes: changes[index]! }))
    .filter((row) => row.action !== 'update' || Object.keys(row.changes).length > 0);
  const labels = await labelsIn(service, { projection: service.projection(actor), actor, rows: seen });
  const labelled = (name: string, value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one) => labelled(name, one))
      : (labels.get(`${name} ${value}`) ?? value);
  return seen.map(({ at, changes: own, ...change }) => ({
    ...change,
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
  { projection, actor, rows }: { projection: Projection; actor: Actor; rows: readonly ChangeRow[] },
): Promise<Map<string, Referenced>> {
  const labels = new Map<string, Referenced>();
  for (const field of projection.fields.filter(({ to, upload }) => to || upload)) {
    const ids = rows
      .flatMap(({ changes }) => [changes[field.name]?.before, changes[field.name]?.after])
      .flatMap(referenceIds);
    for (const id of ids) labels.set(`${field.name} ${id}`, id === HIDDEN_ID ? HIDDEN : { id, label: id });
    const resource = field.to === undefined ? undefined : resources[field.to];
    const known = resource
      ? await knownLabels(database, { resource, actor, resources, ids })
      : await fileNames(database, ids);
    for (const [id, label] of known) labels.set(`${field.name} ${id}`, { id, label });
  }
  return labels;
}

/** Returns the SQL predicate that a change affects a visible field. Its table has the alias `change`. */
const changesAnyOf = (names: readonly string[]) =>
  sql<boolean>`(change.action <> 'update' or jsonb_exists_any(change.changes, ${names}::text[]))`;

/**
 * Returns the SQL of whether a user may read a change (alias `change`) of these resources; `false` for none.
 * @param namesOf returns the names of the fields whose changes count.
 */
export function readableChangesOf(
  services: readonly ResourceService[],
  actor: Actor,
  namesOf = shownNames,
): RawBuilder<boolean> {
  const predicates = services.map((service) =>
    readableChanges(service.resource, { actor, names: namesOf(service, actor) }),
  );
  return sql`(${sql.join([sql`false`, ...predicates], sql` or `)})`;
}

function readableChanges(
  resource: Resource,
  { actor, names }: { actor: Actor; names: readonly string[] },
): RawBuilder<boolean> {
  const scope = changeScopeOf(resource, { actor, rows: rowsOfHistory(resource, actor) });
  const own = sql`change.resource = ${resource.name} and ${changesAnyOf(names)}`;
  return scope ? sql`(${own} and ${scope})` : sql`(${own})`;
}

async function requireKnownRecord(
  { database, resource }: ResourceService,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const rows = rowsOfHistory(resource, actor);
  const scope = changeScopeOf(resource, { actor, rows }) ?? sql`true`;
  const query = sql<object>`
    select 1 from ${rowsTable(resource, { actor, rows })} where record.id = ${id}
    union all
    (select 1 from history as change
      where change.resource = ${resource.name} and change.record_id = ${id} and ${scope} limit 1)`;
  const found = await selectRows(database, query, { mode: 'list', table: resource.table });
  if (found.length === 0) throw new ApiError('NOT_FOUND');
}
