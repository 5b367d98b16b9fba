import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { type Changes, type HistoryRow, historyEntry } from '#backend/database/history.ts';
import type { Statement } from '#backend/database/query.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentActor } from '#backend/sessions/actor.ts';
import { fieldKind, type Role } from '#contract/schema/index.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { EndWrite } from '../query/count-cache.ts';
import { bind } from '../query/prepared-statements.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import type { ResourceService, RoleQueries } from '../resource-service.ts';
import { refuseNulCharacters, toApiError } from './database-errors.ts';
import { checkIfMatch } from './etag.ts';

/** The acting user. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

/** A write inside its transaction. */
export interface RoleWriteContext extends WriteContext {
  readonly view: RoleQueries;
  /** The projection of the resource for the server itself, with all fields. */
  readonly whole: RoleQueries;
}

interface CountUpdate {
  readonly service: ResourceService;
  readonly actor: Actor;
  /** The change in the number of records once the write is committed; undefined where it is unknown. */
  readonly difference: number | undefined;
}

/**
 * Runs a write and updates the cached count.
 *
 * @throws ApiError for violated database constraints.
 */
export async function withCountUpdate<Result>(
  { service, actor, difference }: CountUpdate,
  write: () => Promise<Result>,
): Promise<Result> {
  const end: EndWrite = service.counts.beginWrite(service.resource.name);
  try {
    const result = await write();
    end(difference);
    return result;
  } catch (error) {
    // Also for a lost connection, where it is unknown whether the commit succeeded.
    end(undefined);
    throw toApiError(error, { resource: service.resource, viewer: actor.role });
  }
}

/** Runs a write of several steps in one transaction. */
export const withTransaction = <Result>(
  { service, actor }: { service: ResourceService; actor: Actor },
  work: (writing: RoleWriteContext) => Promise<Result>,
): Promise<Result> =>
  service.database.writeTo(service.resource.table, () =>
    service.database.em().transactional((em) =>
      work({
        em: em as EntityManager,
        actor,
        view: service.queries(actor.role),
        whole: service.queries('server'),
      }),
    ),
  );

/** The record to write, and the state of it that the caller has read, as an If-Match header. */
export interface Precondition {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

/**
 * Returns the record to be changed and locks it until the transaction ends, with all fields, because hooks
 * and history need those that the caller may not read.
 *
 * @throws ApiError NOT_FOUND; PRECONDITION_FAILED when the record has changed since the caller read it.
 */
export async function findForUpdate(
  writing: RoleWriteContext,
  { id, ifMatch }: Precondition,
): Promise<RecordJson> {
  const [row] = await executeIn<DatabaseRow>(writing, bind(writing.view.findOneForUpdate, { id }));
  if (!row) throw new ApiError('NOT_FOUND');
  const item = writing.view.toJson(row);
  checkIfMatch(ifMatch, item);
  if (writing.view.hidesNothing) return item;
  const [all] = await executeIn<DatabaseRow>(writing, bind(writing.whole.findOne, { id }));
  return writing.whole.toJson(all!);
}

/**
 * Converts values to the form that their columns store, by column.
 *
 * @throws ApiError INVALID for a text that PostgreSQL cannot store.
 */
export function toColumns({ resource }: ResourceService, values: RecordValues): DatabaseRow {
  refuseNulCharacters(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      if (!field || value === undefined) return [];
      const { write } = fieldKind(field.kind);
      return [[field.column, write && value !== null ? write(value) : value]];
    }),
  );
}

/** Returns the history entry of a write: the acting user and the changed fields. */
export function historyEntryFor(
  { service, actor }: { service: ResourceService; actor: Actor },
  { id, ...what }: { id: string; action: 'create' | 'update' | 'delete'; changes: Changes },
): HistoryRow {
  const { name: resource } = service.resource;
  return historyEntry({ ...what, resource, record: id, actor: currentActor() ?? actor.id });
}

/** Returns the Kysely instance of a write's transaction. */
export const kyselyOf = ({ em }: WriteContext): Kysely<Tables> => em.getKysely() as unknown as Kysely<Tables>;

/** Runs a statement inside a write's transaction. */
export async function executeIn<Result extends object>(
  write: WriteContext,
  { sql, parameters }: Statement,
): Promise<Result[]> {
  return (await kyselyOf(write).executeQuery<Result>(CompiledQuery.raw(sql, [...parameters]))).rows;
}

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
