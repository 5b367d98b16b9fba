import { type EntityData, LockMode } from '@mikro-orm/core';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '#backend/database/connection.ts';
import { type Author, type Changes, type HistoryRow, historyEntry } from '#backend/database/history.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentAuthor } from '#backend/http/request-context.ts';
import { fieldKind, type Role } from '#contract/schema/index.ts';
import { withLabel } from '../bulk/failed-record.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { Projection, RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { refuseNulCharacters, toApiError } from './database-errors.ts';
import { checkIfMatch } from './etag.ts';

/** The acting user. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

/** A resource to write, and who writes. */
export interface Writer {
  readonly service: ResourceService;
  readonly actor: Actor;
}

/**
 * Runs a write; afterwards drops the cached counts of the resources whose number of records it may change.
 *
 * @throws ApiError for violated database constraints.
 */
export async function runWrite<Result>(
  { service, actor }: Writer,
  { counted, write }: { counted: Iterable<string>; write: () => Promise<Result> },
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const refusal = toApiError(error, { resource: service.resource, viewer: actor.role });
    throw await withLabel(refusal, { service, viewer: actor.role });
  } finally {
    // Also after an error: where the connection was lost, it is unknown whether the commit succeeded.
    for (const resource of counted) service.counts.drop(resource);
  }
}

/** Runs a write of several steps in one transaction of the EntityManager. */
export const withTransaction = <Result>(
  { service, actor }: Writer,
  work: (writing: WriteContext) => Promise<Result>,
): Promise<Result> => {
  const { database, entities, resource } = service;
  return database.writeTo(resource.table, () =>
    database.em().transactional((em) => work({ em, entities, actor })),
  );
};

/** The record to write, and the state of it that the caller has read, as an If-Match header. */
export interface Precondition {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

/**
 * Loads the record to be changed and locks it until the transaction ends. Also returns its JSON with all
 * fields, because hooks and history need those that the caller may not read.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it.
 */
export async function findForUpdate(
  { em, actor }: WriteContext,
  { service, id, ifMatch }: Precondition & { service: ResourceService },
): Promise<{ record: Row; before: RecordJson }> {
  const { database, resource } = service;
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const record = await em.findOne(database.entity(resource.table), { id }, { lockMode });
  if (!record) throw new ApiError('NOT_FOUND');
  const jsonFor = async (view: Projection): Promise<RecordJson> => {
    const select = view.select({ db: kyselyOf({ em }), table: resource.table });
    return view.toJson(await select.where(sql.ref('record.id'), '=', id).executeTakeFirstOrThrow());
  };
  const view = service.projection(actor.role);
  const item = await jsonFor(view);
  checkIfMatch(ifMatch, item);
  return { record, before: view.hidesNothing ? item : await jsonFor(service.projection('server')) };
}

/**
 * Converts values to the form in which the database stores them, by field.
 *
 * @throws ApiError INVALID for a text that PostgreSQL cannot store.
 */
export function toStored({ resource }: ResourceService, values: RecordValues): EntityData<Row> {
  refuseNulCharacters(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      if (!field || value === undefined) return [];
      const { write } = fieldKind(field.kind);
      return [[name, write && value !== null ? write(value) : value]];
    }),
  );
}

/** Returns the history entry of a write: the acting user and the changed fields. */
export function historyEntryFor(
  { service, actor }: Writer,
  { id, ...what }: { id: string; action: 'create' | 'update' | 'delete'; changes: Changes },
): HistoryRow {
  const { name: resource } = service.resource;
  return historyEntry({ ...what, resource, record: id, ...authorOf(actor) });
}

/** Returns who the history names: the user of the request's session, or else the given one. */
export const authorOf = (actor: Actor): Author => currentAuthor() ?? { actor: actor.id };

/** Returns the Kysely instance of a write's transaction. */
export const kyselyOf = ({ em }: Pick<WriteContext, 'em'>): Kysely<Tables> => em.getKysely<Tables>();

/** Returns a value as a caller would write it: a reference as its id. */
export const referenceId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);

/**
 * Returns the fields that a write changes. References are stored by id, because their label, and who may read
 * it, can change later.
 */
export function changedFields(before: RecordValues, after: RecordValues): Changes {
  const changes = Object.keys(after)
    .map((name) => [name, { before: referenceId(before[name]), after: referenceId(after[name]) }] as const)
    .filter(([, change]) => change.before !== change.after);
  return Object.fromEntries(changes);
}
