import { dynamicDefault } from '@bindery/contract/records/resources/defaults.ts';
import { joinFields } from '@bindery/contract/records/resources/fields.ts';
import { fixedValues } from '@bindery/contract/records/rows/row-condition.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { type QueryCreator, sql } from 'kysely';
import type { Row, Tables } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { transactionTime } from '#backend/database/time.ts';
import { writeEvent } from '#backend/database/write-events.ts';
import { authorOf } from '#backend/kernel/http/actor.ts';
import { claimFiles, hasFiles } from '../files/claim-files.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { DatabaseRow, RecordJson, SelectSource, StatementParts } from '../query/projection.ts';
import { isLimited, limitOf, maySet } from '../query/rights.ts';
import type { ResourceService } from '../resource-service.ts';
import { applyConditions } from './apply-conditions.ts';
import { prepareValues } from './prepare-values.ts';
import { changedFields } from './recorded-values.ts';
import { requireWritten } from './require-written.ts';
import {
  historyEntryFor,
  kyselyOf,
  readerOf,
  runWrite,
  toStored,
  type Writer,
  withTransaction,
} from './write.ts';
import { WriteCheck } from './write-check.ts';
import { writeJoins } from './write-joins.ts';

/**
 * Creates a record with its history entry.
 *
 * @throws ApiError CONFLICT or INVALID, with errors by field, for violated database constraints.
 */
export async function create(
  service: ResourceService,
  { values, actor }: { values: RecordValues; actor: Writer['actor'] },
): Promise<RecordJson> {
  const { database, resource, hooks } = service;
  const writer = { service, actor };
  const given = { ...defaults(writer), ...values };
  const view = service.projection(actor);
  const write = async () => {
    // A single statement is a transaction of its own; hooks, files, several references and a check of the new row need an
    // explicit one.
    const isPlain = !hooks.beforeCreate && !hasFiles(given, resource) && joinFields(resource).length === 0;
    if (isPlain && !isLimited(actor, resource, 'create')) {
      const check = new WriteCheck({ service, actor, read: (query) => service.query(query, 'list') });
      await check.require({ values: given });
      const { source, ...parts } = insertion(writer, {
        db: database.kysely,
        values: applyConditions(resource, { values: given }),
      });
      return database.execute<DatabaseRow>({ ...view.compileFrom(parts, source), table: resource.table });
    }
    return withTransaction(writer, (writing) => createWithin(writing, { service, given }));
  };
  const [row] = await runWrite(writer, { counted: [resource.name], write });
  const item = view.toJson(row!);
  await hooks.afterCreate?.(item, actor);
  return item;
}

/** Creates a record inside a transaction, with its hooks; returns its row as the actor sees it. */
export async function createWithin(
  writing: WriteContext,
  { service, given }: { service: ResourceService; given: RecordValues },
): Promise<readonly DatabaseRow[]> {
  const { hooks } = service;
  const { actor } = writing;
  await hooks.limitCreations?.(writing);
  const db = kyselyOf(writing);
  const check = new WriteCheck({ service, actor, read: readerOf(db) });
  const values = await prepareValues(writing, { service, check, values: given });
  await claimFiles(writing, { service, records: [{ values }] });
  const { source } = insertion({ service, actor, batch: writing.batch }, { db, values });
  const rows = await service.projection(actor).selectFrom(source()).execute();
  const joined = await withJoined(writing, { service, values, rows });
  await requireWritten(db, { service, actor, action: 'create', ids: rows.map(({ id }) => String(id)) });
  return joined;
}

/** Writes the join tables of a new record; returns its row with them. */
async function withJoined(
  writing: WriteContext,
  given: { service: ResourceService; values: RecordValues; rows: readonly DatabaseRow[] },
): Promise<readonly DatabaseRow[]> {
  const { service, values, rows } = given;
  const { resource } = service;
  if (joinFields(resource).length === 0) return rows;
  const db = kyselyOf(writing);
  const id = String(rows[0]!.id);
  await writeJoins(db, { resource, records: [{ id, values }] });
  const select = service.projection(writing.actor).selectFrom({ db, table: resource.table });
  return select.where(sql.ref('record.id'), '=', id).execute();
}

/** Returns the row of a new record by column, with its history entry and the event for its `afterCommit` hook. */
export function newRow({ service, actor, batch = null }: Writer, values: RecordValues) {
  const { fields } = service.resource;
  const id = newId();
  const stored = Object.entries(toStored(service, values)).map(([name, value]) => [
    fields[name]!.column,
    value,
  ]);
  const record: Row = {
    id,
    ...Object.fromEntries(stored),
    created_at: transactionTime,
    updated_at: transactionTime,
  };
  const changes = changedFields(service.resource, { before: {}, after: values });
  const entry = historyEntryFor({ service, actor, batch }, { id, action: 'create', changes });
  const { name: resource } = service.resource;
  const event =
    service.events.resources.has(resource) &&
    writeEvent({ resource, record: id, action: 'create', changes }, { author: authorOf(actor), batch });
  return { record, entry, event };
}

/**
 * Returns what inserts a record with its history entry, as the source of the one statement that also returns the record
 * as a role sees it: a single round trip holds the connection for the shortest time. The key tells statements of other
 * columns apart; the parameters stand before those of the projection.
 */
export function insertion(
  { service, actor, batch }: Writer,
  { db, values }: { db: QueryCreator<Tables>; values: RecordValues },
): StatementParts & { source: () => SelectSource } {
  const { table } = service.resource;
  const { record, entry, event } = newRow({ service, actor, batch: batch ?? null }, values);
  const source = (): SelectSource => {
    const inserted = db
      .with('inserted', (tables) => tables.insertInto(table).values(record).returningAll())
      .with('entry', (tables) => tables.insertInto('history').values(entry));
    // Not a conditional expression, for which the compiler would compare the types of both queries.
    let announced: SelectSource['db'] = inserted;
    if (event)
      announced = inserted.with('event', (tables) => tables.insertInto('write_events').values(event));
    return { db: announced, table: 'inserted' };
  };
  const before = [record, entry, event || {}]
    .flatMap((row) => Object.values<unknown>(row))
    .filter((value) => value !== transactionTime);
  return { key: `create ${Object.keys(record).join()}`, before, source };
}

/**
 * Returns the values that the server sets itself where a request leaves them out: those of dynamic defaults, those of
 * fields that the caller may not write or not even see, and those that the caller's rows fix.
 */
export const defaults = ({ service: { resource }, actor }: Writer): RecordValues => {
  const fixed = fixedValues(limitOf(actor, resource, 'create'));
  const now = new Date().toISOString();
  const given = (field: ResourceField): unknown => {
    if (Object.hasOwn(fixed, field.name)) return fixed[field.name];
    if (field.defaultFrom) return dynamicDefault(field.defaultFrom, { user: actor, now }) ?? undefined;
    return maySet(actor, field) ? undefined : field.default;
  };
  return Object.fromEntries(
    Object.values<ResourceField>(resource.fields)
      .map((field) => [field.name, given(field)])
      .filter(([, value]) => value !== undefined),
  );
};
