import type { AuditChange, HistoryFilters } from '@bindery/contract/api/history.ts';
import { MAX_BATCH_RECORDS } from '@bindery/contract/records/limits.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#backend/database/connection.ts';
import { selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import {
  type ChangeRow,
  changeColumns,
  describeChanges,
  fieldNames,
  readableChangesOf,
  stateColumns,
} from '#backend/records/resources/operations/history.ts';
import { type AuthorSql, authorSql } from '#backend/records/resources/query/authors.ts';
import { partPattern, searchTerms } from '#backend/records/resources/query/filters.ts';
import { knownLabels, labelSource, withJoins } from '#backend/records/resources/query/labels.ts';
import { isLimited, mayRead, maySee } from '#backend/records/resources/query/rights.ts';
import { rowsOf, rowsOfHistory } from '#backend/records/resources/query/scope.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '#backend/records/resources/query/sorting.ts';
import type { ResourceService, ResourceServices } from '#backend/records/resources/resource-service.ts';
import { ofNoneOf, readLines, summarizeBatches } from './read-lines.ts';

/** The maximum number of batches in a cursor: those that were written concurrently. */
const MAX_BATCHES = 100;

/** What the endpoints of the history share. */
export interface HistoryParts {
  readonly services: ResourceServices;
  readonly database: Database;
}

interface HistoryPage {
  readonly filters: HistoryFilters;
  readonly actor: Actor;
  readonly size: number;
  /** The cursor of the previous page. */
  readonly after?: string | undefined;
  /** Whether a batch is one change. */
  readonly oncePerBatch?: boolean;
  /** Whether what came of the changes is left out, which an export does not contain. */
  readonly isExport?: boolean;
  /** Whether updates of no field are left out, such as impersonation. */
  readonly onlyFields?: boolean;
}

interface AuditRow extends ChangeRow {
  readonly resource: string;
  readonly recordId: string;
}

/**
 * Returns a page of the history of all resources that a role may read, newest change first, and the cursor of
 * the next page. Leaves out fields that the role may not read, and changes of only those. With
 * `oncePerBatch`, the newest change of a batch represents the whole batch, with its number and
 * whether its changes are of one kind.
 * @throws ApiError INVALID for an unknown resource or an invalid cursor.
 */
export async function readHistoryPage(
  { services, database }: HistoryParts,
  { filters, actor, size, after, oncePerBatch = false, onlyFields = false, isExport = false }: HistoryPage,
): Promise<{ changes: AuditChange[]; next: string | undefined }> {
  const readable = visibleServices(services, { actor, resource: filters.resource });
  const authors = authorSql(readable[0]!.resources, actor);
  const visible = readableChangesOf(readable, actor, onlyFields ? fieldNames : undefined);
  const predicates = [visible, ...predicatesOf(filters, authors)];
  if (filters.label !== undefined) predicates.push(labelPredicate(readable, { term: filters.label, actor }));
  const states = isExport ? sql`` : sql`, ${stateColumns}`;
  const start = after === undefined ? undefined : readCursor(after);
  const limit = size + 1;
  const read = (from: Place | undefined, further: readonly RawBuilder<unknown>[] = []) => {
    const all = [...predicates, ...(from ? [afterPlace(from)] : []), ...further];
    const query = sql<AuditRow>`
      select change.resource, change.record_id as "recordId", ${changeColumns(authors)} ${states}
      from history as change ${authors.joins} where ${sql.join(all, sql` and `)}
      order by change.at desc, change.id desc limit ${sql.lit(limit)}`;
    // Without a filter, an index has the order.
    const mode = Object.values(filters).some((filter) => filter !== undefined) ? 'heavy' : 'list';
    return selectRows(database, query, { mode, table: 'history' });
  };
  const known = start?.batches ?? [];
  const rows = oncePerBatch
    ? await readLines<AuditRow>({ size: limit, known }, (last, except) =>
        read(last ?? start, [ofNoneOf(except)]),
      )
    : await read(start);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const changes = await described(services, { rows: page, actor });
  const batches = oncePerBatch ? [...known, ...page.flatMap(({ batch }) => batch ?? [])] : [];
  return {
    changes:
      oncePerBatch || filters.batch
        ? await withBatches({ services, database }, { changes, visible, actor })
        : changes,
    next:
      rows.length > size && last
        ? cursorAfter(last, await unfinished(database, { batches, last }))
        : undefined,
  };
}

/** Adds to the changes what is known of their batches. */
async function withBatches(
  { services, database }: HistoryParts,
  {
    changes,
    visible,
    actor,
  }: { changes: readonly AuditChange[]; visible: RawBuilder<unknown>; actor: Actor },
): Promise<AuditChange[]> {
  const summaries = await summarizeBatches(database, { lines: changes, visible });
  const labels = await labelsOfRecords(services, {
    records: [...summaries.values()].flatMap(({ records }) => records),
    actor,
  });
  return changes.map((change) => {
    const { batch, resource, recordId, label } = change;
    if (batch === null) return change;
    const summary = summaries.get(batch);
    if (!summary) return { ...change, batchSize: 1, uniformBatch: true };
    const { records, sharedFields, ...known } = summary;
    const others = records
      .filter((record) => record.recordId !== recordId || record.resource !== resource)
      .map((record) => ({ ...record, label: labels.get(record.recordId) ?? null }));
    return {
      ...change,
      ...known,
      batchRecords: [{ resource, recordId, label }, ...others].slice(0, MAX_BATCH_RECORDS),
      // Only those that the user may see.
      sharedFields: sharedFields.filter((name) => Object.hasOwn(change.changes, name)),
    };
  });
}

/** Returns the labels of records by id, with one statement per resource. */
async function labelsOfRecords(
  services: ResourceServices,
  { records, actor }: { records: readonly Pick<AuditChange, 'resource' | 'recordId'>[]; actor: Actor },
): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for (const [name, some] of Map.groupBy(records, ({ resource }) => resource)) {
    const { database, resources, resource } = services.get(name)!;
    const ids = some.map(({ recordId }) => recordId);
    for (const [id, label] of await knownLabels(database, { resource, actor, resources, ids }))
      labels.set(id, label);
  }
  return labels;
}

/** Returns those of the batches that have changes after the place of another change. */
async function unfinished(
  database: Database,
  { batches, last }: { batches: readonly string[]; last: AuditRow },
): Promise<string[]> {
  if (batches.length === 0) return [];
  const further = sql<{ batch: string }>`
    select given.batch from unnest(${batches}::uuid[]) as given(batch)
    where exists (select 1 from history as change where change.batch = given.batch and ${afterPlace(last)})`;
  const found = await selectRows(database, further, { mode: 'heavy', table: 'history' });
  return found.map(({ batch }) => batch).slice(-MAX_BATCHES);
}

function visibleServices(
  services: ResourceServices,
  { actor, resource }: { actor: Actor; resource: string | undefined },
): ResourceService[] {
  const readable = [...services.values()].filter((service) => mayRead(actor, service.resource));
  const visible = readable.filter(({ resource: { name } }) => resource === undefined || name === resource);
  if (visible.length > 0) return visible;
  const options = readable.map(({ resource: { name } }) => name).join(', ');
  throw new ApiError('INVALID', errorsAt('resource', 'errors.invalidOption', { options }));
}

/** Returns the SQL predicate that a change concerns a record of some services whose label has a term. */
const labelPredicate = (services: readonly ResourceService[], search: LabelSearch): RawBuilder<unknown> =>
  sql`(${sql.join(
    services.map((service) => labelContains(service, search)),
    sql` or `,
  )})`;

function predicatesOf(
  { user, apiKey, action, from, to, record, batch }: HistoryFilters,
  { isBy, isByKey }: AuthorSql,
): RawBuilder<unknown>[] {
  return [
    user !== undefined && isBy(user),
    apiKey !== undefined && isByKey(apiKey),
    action !== undefined && sql`change.action = ${action}`,
    from !== undefined && sql`change.at >= ${from}::timestamptz`,
    to !== undefined && sql`change.at <= ${to}::timestamptz`,
    record !== undefined && sql`change.record_id = ${record}`,
    batch !== undefined && sql`change.batch = ${batch}`,
  ].filter((predicate) => predicate !== false);
}

/** Adds the labels of records and references, with one statement per resource. */
async function described(
  services: ResourceServices,
  { rows, actor }: { rows: readonly AuditRow[]; actor: Actor },
): Promise<AuditChange[]> {
  const byId = new Map<string, AuditChange>();
  const labels = await labelsOfRecords(services, { records: rows, actor });
  for (const [name, changes] of Map.groupBy(rows, ({ resource }) => resource))
    for (const change of await describeChanges(services.get(name)!, { actor, rows: changes }))
      byId.set(change.id, { ...change, label: labels.get(change.recordId) ?? null });
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** A place in the history: the previous change's time and id, and the batches that are already before it. */
const cursor = z.tuple([z.iso.datetime(), z.uuid(), z.array(z.uuid()).max(MAX_BATCHES).optional()]);

const cursorAfter = ({ at, id }: AuditRow, batches: readonly string[]): string =>
  encodeCursor([new Date(at).toISOString(), id, ...(batches.length > 0 ? [batches] : [])]);

/** @throws ApiError INVALID for an invalid cursor. */
function readCursor(text: string) {
  const place = decodeCursor(cursor, text);
  if (!place) throw invalidCursor();
  const [at, id, batches = []] = place;
  return { at, id, batches };
}

type Place = Pick<AuditRow, 'at' | 'id'>;

/** Returns the SQL predicate that a change is older than another one. */
const afterPlace = ({ at, id }: Place): RawBuilder<unknown> =>
  sql`(change.at, change.id) < (${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`;

interface LabelSearch {
  readonly actor: Actor;
  readonly term: string;
}

/**
 * Returns the SQL predicate that a change, whose table has the alias `change`, concerns a record of a
 * resource whose label contains every word of a term. A deleted record is found with its last label.
 */
function labelContains(service: ResourceService, search: LabelSearch): RawBuilder<boolean> {
  const found = [existing(service, search), deleted(service.resource, search)].filter(
    (ids) => ids !== undefined,
  );
  if (found.length === 0) return sql`false`;
  const { name } = service.resource;
  return sql`(change.resource = ${name} and change.record_id in (${sql.join(found, sql` union all `)}))`;
}

function existing({ database, resource, resources }: ResourceService, { actor, term }: LabelSearch) {
  const source = labelSource({ resource, actor, resources, alias: 'target' });
  if (!source) return undefined;
  const rows = rowsOfHistory(resource, actor);
  const records = rowsOf(database.kysely, { resource, actor, rows, alias: 'target' });
  const [part, ...others] = resource.labelParts;
  const column = others.length === 0 && part && 'field' in part && resource.fields[part.field]?.searchColumn;
  // The column of a searched text has an index.
  const text = column ? sql.ref<string>(`target.${column}`) : sql<string>`fold(${source.label})`;
  const query = withJoins(records, source.joins)
    .select(sql.ref<string>('target.id').as('id'))
    .where(contains(text, term));
  return sql`${query}`;
}

function deleted(resource: Resource, { actor, term }: LabelSearch) {
  // The rows of a deleted record are unknown, so its label is hidden from roles that are limited to some
  // rows.
  if (isLimited(actor, resource, 'read')) return undefined;
  const values = resource.labelParts.flatMap((part) => {
    const field = 'field' in part ? resource.fields[part.field] : undefined;
    if (!field || field.to !== undefined || !maySee(actor, field)) return [];
    return [sql`changes -> ${sql.lit(field.name)} ->> 'before'`];
  });
  if (values.length === 0) return undefined;
  return sql`
    select record_id from history
    where resource = ${resource.name} and action = 'delete'
      and ${contains(sql`fold(concat_ws(' ', ${sql.join(values)}))`, term)}
      and not exists (select 1 from ${sql.table(resource.table)} as record where record.id = record_id)`;
}

/** Returns the SQL predicate that a normalized text contains every word of a term. */
function contains(text: RawBuilder<unknown>, term: string): RawBuilder<boolean> {
  const predicates = searchTerms(term).map((word) => sql`${text} like ${partPattern(word)}`);
  return sql`(${sql.join([sql`true`, ...predicates], sql` and `)})`;
}
