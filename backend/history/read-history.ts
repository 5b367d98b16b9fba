import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#backend/database/connection.ts';
import type { Actor } from '#backend/http/actor.ts';
import { ApiError } from '#backend/http/api-error.ts';
import {
  describeEntries,
  type EntryRow,
  entryColumns,
  readableEntries,
  shownNames,
} from '#backend/resources/operations/history.ts';
import { type AuthorSql, authorSql } from '#backend/resources/query/authors.ts';
import { knownLabels } from '#backend/resources/query/former-labels.ts';
import { mayRead } from '#backend/resources/query/rights.ts';
import type { ResourceService, ResourceServices } from '#backend/resources/resource-service.ts';
import type { AuditEntry, HistoryFilters } from '#contract/history.ts';
import { fieldError } from '#contract/validation.ts';
import { labelContains } from './label-search.ts';

/** What the endpoints of the history share. */
export interface HistoryParts {
  readonly services: ResourceServices;
  readonly database: Database;
}

interface HistoryPage {
  readonly filters: HistoryFilters;
  readonly actor: Actor;
  readonly size: number;
  /** The cursor of the page before. */
  readonly after?: string | undefined;
}

interface AuditRow extends EntryRow {
  readonly resource: string;
  readonly recordId: string;
}

/**
 * Returns a page of the history of all resources that a role may read, the newest entry first, and the cursor
 * of the next page. Changes of fields that the role may not read are left out, like entries of only those.
 *
 * @throws ApiError INVALID for an unknown resource or an invalid cursor.
 */
export async function readHistoryPage(
  { services, database }: HistoryParts,
  { filters, actor, size, after }: HistoryPage,
): Promise<{ entries: AuditEntry[]; next: string | undefined }> {
  const visible = visibleServices(services, { actor, resource: filters.resource });
  const authors = authorSql(visible[0]!.resources, actor);
  const conditions = [
    sql`(${sql.join(
      visible.map((service) =>
        readableEntries(service.resource, { actor, names: shownNames(service, actor) }),
      ),
      sql` or `,
    )})`,
    ...conditionsOf(filters, authors),
    ...labelCondition(visible, { term: filters.label, actor }),
    ...(after === undefined ? [] : [afterCursor(after)]),
  ];
  const query = sql`
    select entry.resource, entry.record_id as "recordId", ${entryColumns(authors)}
    from history as entry ${authors.joins} where ${sql.join(conditions, sql` and `)}
    order by entry.at desc, entry.id desc limit ${sql.lit(size + 1)}`;
  const rows = await database.query<AuditRow>({
    ...query.compile(database.kysely),
    ...{ mode: 'heavy', table: 'history' },
  });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    entries: await described(services, { rows: page, actor }),
    next: rows.length > size && last ? cursorAfter(last) : undefined,
  };
}

function visibleServices(
  services: ResourceServices,
  { actor, resource }: { actor: Actor; resource: string | undefined },
): ResourceService[] {
  const readable = [...services.values()].filter((service) => mayRead(actor, service.resource));
  const visible = readable.filter(({ resource: { name } }) => resource === undefined || name === resource);
  if (visible.length > 0) return visible;
  const options = readable.map(({ resource: { name } }) => name).join(', ');
  const error = fieldError('resource', 'errors.invalidOption', { options });
  throw new ApiError('INVALID', { errors: { resource: [error] } });
}

function labelCondition(
  services: readonly ResourceService[],
  { term, actor }: { term: string | undefined; actor: Actor },
): RawBuilder<unknown>[] {
  if (term === undefined) return [];
  const ofEach = services.map((service) => labelContains(service, { actor, term }));
  return [sql`(${sql.join(ofEach, sql` or `)})`];
}

function conditionsOf(
  { user, apiKey, action, from, to, record, batch }: HistoryFilters,
  { isBy, isByKey }: AuthorSql,
): RawBuilder<unknown>[] {
  return [
    user !== undefined && isBy(user),
    apiKey !== undefined && isByKey(apiKey),
    action !== undefined && sql`entry.action = ${action}`,
    from !== undefined && sql`entry.at >= ${from}::timestamptz`,
    to !== undefined && sql`entry.at <= ${to}::timestamptz`,
    record !== undefined && sql`entry.record_id = ${record}`,
    batch !== undefined && sql`entry.batch = ${batch}`,
  ].filter((condition) => condition !== false);
}

/** Adds the labels of records and references, by one statement for each resource. */
async function described(
  services: ResourceServices,
  { rows, actor }: { rows: readonly AuditRow[]; actor: Actor },
): Promise<AuditEntry[]> {
  const byId = new Map<string, AuditEntry>();
  for (const [name, entries] of Map.groupBy(rows, ({ resource }) => resource)) {
    const service = services.get(name)!;
    const { database, resources, resource } = service;
    const ids = entries.map(({ recordId }) => recordId);
    const labels = await knownLabels(database, { resource, viewer: actor, resources, ids });
    for (const entry of await describeEntries(service, { actor, entries }))
      byId.set(entry.id, { ...entry, label: labels.get(entry.recordId) ?? null });
  }
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

const cursor = z.tuple([z.iso.datetime(), z.uuid()]);

const cursorAfter = ({ at, id }: AuditRow): string =>
  Buffer.from(JSON.stringify([new Date(at).toISOString(), id])).toString('base64url');

/** @throws ApiError INVALID for a text that is no cursor. */
function afterCursor(text: string): RawBuilder<unknown> {
  const { data } = z.preprocess(decoded, cursor).safeParse(text);
  if (!data)
    throw new ApiError('INVALID', { errors: { _after: [fieldError('_after', 'errors.invalidCursor')] } });
  return sql`(entry.at, entry.id) < (${data[0]}::timestamptz, ${data[1]}::uuid)`;
}

function decoded(text: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(text), 'base64url').toString());
  } catch {
    return undefined;
  }
}
