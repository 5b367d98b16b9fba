import { fieldKind } from '@bindery/contract/schema/index.ts';
import { type EntityData, LockMode } from '@mikro-orm/core';
import { type Compilable, CompiledQuery, type Kysely, sql } from 'kysely';
import type { Row, Tables, Transaction } from '#backend/database/connection.ts';
import {
  type Changes,
  createHistoryEntry,
  type HistoryAction,
  type HistoryRow,
  insertHistory,
  type RecordChange,
} from '#backend/database/history.ts';
import { insertWriteEvents } from '#backend/database/write-events.ts';
import { type Actor, APPLICATION, authorOf, isReadOnly } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { withLabel } from '../bulk/failed-record.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { ReadStatement } from '../query/limited-references.ts';
import type { Projection, RecordJson } from '../query/projection.ts';
import type { Rows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { refuseNulCharacters, toApiError } from './database-errors.ts';
import { checkIfMatch } from './etag.ts';
import { findOutside } from './require-scope.ts';

/** A resource to write, and who writes. */
export interface Writer {
  readonly service: ResourceService;
  readonly actor: Actor;
  /** What the history entries of writes that are made together share. */
  readonly batch?: string | null;
}

/**
 * Runs a write; afterwards drops the cached counts of the resources whose number of records it may change.
 *
 * @throws ApiError for violated database constraints; API_KEY_READ_ONLY for a user who acts by such a key.
 */
export async function runWrite<Result>(
  { service, actor }: Writer,
  { counted, write }: { counted: Iterable<string>; write: () => Promise<Result> },
): Promise<Result> {
  if (isReadOnly(actor)) throw new ApiError('API_KEY_READ_ONLY');
  try {
    return await write();
  } catch (error) {
    const refusal = toApiError(error, { resource: service.resource, viewer: actor });
    throw await withLabel(refusal, { service, viewer: actor });
  } finally {
    // Also after an error: where the connection was lost, it is unknown whether the commit succeeded.
    for (const resource of counted) service.counts.drop(resource);
    service.events.wake();
  }
}

/** Runs a write of several steps in one transaction of the EntityManager. */
export const withTransaction = <Result>(
  { service, actor, batch = null }: Writer,
  work: (writing: WriteContext) => Promise<Result>,
): Promise<Result> => {
  const { database, entities, resource } = service;
  return database.writeTo(resource.table, () =>
    database.em().transactional((em) => work({ em, entities, actor, batch })),
  );
};

/** The record to write, and the state of it that the caller has read, as an If-Match header. */
export interface Precondition {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

interface Locking extends Precondition {
  readonly service: ResourceService;
  readonly action: 'update' | 'delete' | 'restore';
  readonly rows?: Rows;
}

/**
 * Loads the record to be changed and locks it until the transaction ends. Also returns its JSON with all
 * fields, because hooks and history need those that the caller may not read.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it.
 */
export async function findForUpdate(
  { em, actor }: WriteContext,
  { service, id, ifMatch, action, rows = 'live' }: Locking,
): Promise<{ record: Row; before: RecordJson }> {
  const { database, resource } = service;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const record = await em.findOne(database.entity(resource.table), { id }, { lockMode });
  if (!record) throw new ApiError('NOT_FOUND');
  const outside = await findOutside(kyselyOf({ em }), { service, actor, action, rows, ids: [id] });
  if (outside) throw new ApiError(outside.code);
  const jsonFor = async (view: Projection): Promise<RecordJson> => {
    const select = view.selectFrom({ db: kyselyOf({ em }), table: resource.table });
    return view.toJson(await select.where(sql.ref('record.id'), '=', id).executeTakeFirstOrThrow());
  };
  const view = service.projection(actor);
  const item = await jsonFor(view);
  checkIfMatch(ifMatch, { current: item, resource });
  return { record, before: view.hidesNothing ? item : await jsonFor(service.projection(APPLICATION)) };
}

/**
 * Converts values to the form in which the table of the resource stores them, by field; `writeJoins` writes those of
 * join tables.
 *
 * @throws ApiError INVALID for a text that PostgreSQL cannot store.
 */
export function toStored({ resource }: ResourceService, values: RecordValues): EntityData<Row> {
  refuseNulCharacters(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      if (!field || field.join || value === undefined) return [];
      const { write } = fieldKind(field.kind);
      return [[name, write && value !== null ? write(value) : value]];
    }),
  );
}

/** Returns the history entry of a write: the acting user and the changed fields. */
export function historyEntryFor(
  { service, actor, batch = null }: Writer,
  { id, ...what }: { id: string; action: HistoryAction; changes: Changes },
): HistoryRow & { batch: string | null } {
  const { name: resource } = service.resource;
  return { ...createHistoryEntry({ ...what, resource, record: id, ...authorOf(actor) }), batch };
}

/** Adds the history entries of changes that were made together, and the events for their `afterCommit` hooks. */
export async function recordChanges(
  { em, actor }: WriteContext,
  {
    service,
    changes,
    batch,
  }: { service: ResourceService; changes: readonly RecordChange[]; batch: string | null },
): Promise<void> {
  const made = { changes, author: authorOf(actor), batch };
  await insertHistory(kyselyOf({ em }), made);
  await insertWriteEvents(kyselyOf({ em }), { ...made, events: service.events });
}

/** Returns the Kysely instance of a write's transaction. */
export const kyselyOf = ({ em }: Pick<WriteContext, 'em'>): Kysely<Tables> => em.getKysely<Tables>();

/** Returns the function that runs a compiled statement within a transaction. */
export const statementReader =
  (db: Transaction): ReadStatement =>
  async ({ sql: text, parameters }) =>
    (await db.executeQuery<object>(CompiledQuery.raw(text, [...parameters]))).rows;

/** Returns the function that reads within a transaction. */
export const readerOf =
  (db: Transaction) =>
  async <Found extends object>(query: Compilable<Found>): Promise<Found[]> =>
    (await db.executeQuery(query.compile())).rows;
