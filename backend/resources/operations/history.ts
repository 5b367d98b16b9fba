import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { HistoryEntry } from '#contract/resources/history.ts';
import type { Referenced, Role } from '#contract/schema/index.ts';
import { type AuthorRow, authorColumns, authorJoins, withAuthors } from '../query/authors.ts';
import { knownLabels } from '../query/former-labels.ts';
import type { Projection } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';

/** The number of latest entries that are returned. */
const MOST = 100;

interface EntryRow extends Pick<HistoryEntry, 'id' | 'action' | 'changes' | 'batch'>, AuthorRow {
  readonly at: string;
}

/**
 * Returns the history of a record, the newest entry first, also of a deleted record.
 *
 * @throws ApiError NOT_FOUND when the record has never existed.
 */
export async function readHistory(
  service: ResourceService,
  { id, role }: { id: string; role: Role },
): Promise<HistoryEntry[]> {
  const { database, resource, hooks } = service;
  const view = service.projection(role);
  const shownNames = [...view.fields.map(({ name }) => name), ...(hooks.extraHistoryFields ?? [])];
  const query = sql`
    select entry.id, entry.action, entry.at, entry.changes, entry.batch, ${authorColumns}
    from history as entry ${authorJoins}
    where entry.resource = ${resource.name} and entry.record_id = ${id} and ${changesAnyOf(shownNames)}
    order by entry.at desc, entry.id desc limit ${sql.lit(MOST)}`;
  const entries = await database.query<EntryRow>({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: 'history' },
  });
  if (entries.length === 0) await requireKnownRecord(service, id);
  const mayReadUsers = service.resources.users?.rights[role].includes('read');
  const labels = await labelsIn(service, { view, role, entries });
  return entries.map(withAuthors).map(({ at, changes, ...entry }) => ({
    ...entry,
    ...(!mayReadUsers && { actor: null, impersonator: null }),
    at: new Date(at).toISOString(),
    changes: Object.fromEntries(
      Object.entries(changes)
        .filter(([name]) => shownNames.includes(name))
        .map(([name, { before, after }]) => {
          const shown = (value: unknown) => labels.get(`${name} ${value}`) ?? value;
          return [name, { before: shown(before), after: shown(after) }];
        }),
    ),
  }));
}

/**
 * Returns the labels of the references in the entries, by field and id: the current ones, or for deleted
 * records the last ones.
 */
async function labelsIn(
  { database, resources }: ResourceService,
  { view, role, entries }: { view: Projection; role: Role; entries: readonly EntryRow[] },
): Promise<Map<string, Referenced>> {
  const labels = new Map<string, Referenced>();
  for (const field of view.fields.filter(({ to }) => to)) {
    const ids = entries
      .flatMap(({ changes }) => [changes[field.name]?.before, changes[field.name]?.after])
      .filter((id) => typeof id === 'string');
    for (const id of ids) labels.set(`${field.name} ${id}`, { id, label: id });
    const resource = field.to === undefined ? undefined : resources[field.to];
    const known = resource && (await knownLabels(database, { resource, viewer: role, resources, ids }));
    for (const [id, label] of known ?? []) labels.set(`${field.name} ${id}`, { id, label });
  }
  return labels;
}

/**
 * Returns the condition that a history entry contains a change of a visible field. Its table has the alias
 * `entry`.
 */
export const changesAnyOf = (names: readonly string[]) =>
  sql<boolean>`(entry.action <> 'update' or jsonb_exists_any(entry.changes, ${names}::text[]))`;

async function requireKnownRecord({ database, resource }: ResourceService, id: string): Promise<void> {
  const query = sql`
    select 1 from ${sql.table(resource.table)} where id = ${id}
    union all
    (select 1 from history where resource = ${resource.name} and record_id = ${id} limit 1)`;
  const rows = await database.query({
    ...query.compile(database.kysely),
    ...{ mode: 'list', table: resource.table },
  });
  if (rows.length === 0) throw new ApiError('NOT_FOUND');
}
