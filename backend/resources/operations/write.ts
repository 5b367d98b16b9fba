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
import { refuseNul, toApiError } from './database-errors.ts';
import { checkIfMatch } from './etag.ts';

/** Who writes. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

/** A write in its transaction. */
export interface RoleWriteContext extends WriteContext {
  readonly view: RoleQueries;
  /** The resource as the server itself sees it. */
  readonly whole: RoleQueries;
}

interface CountUpdate {
  readonly service: ResourceService;
  readonly actor: Actor;
  /** How many records there are more once the write is committed; undefined where nobody counts them. */
  readonly difference: number | undefined;
}

/**
 * Does a write and keeps the total right.
 *
 * @throws ApiError for what a rule of the database refuses.
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
    // Also a lost connection: nobody knows then whether the commit arrived.
    end(undefined);
    throw toApiError(error, { resource: service.resource, viewer: actor.role });
  }
}

/** Does a write of several steps in one transaction. */
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

/** Which record a write is about, and by the If-Match header the state of it that the caller has seen. */
export interface Precondition {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

/**
 * The record that is about to be changed, kept from everybody else until the transaction ends: all of it, also what the
 * caller may not read, for rules and history.
 *
 * @throws ApiError NOT_FOUND when there is none, PRECONDITION_FAILED when the caller has seen an older state.
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
 * Values by column, as the columns take them.
 *
 * @throws ApiError INVALID for a text that cannot be kept.
 */
export function toColumns({ resource }: ResourceService, values: RecordValues): DatabaseRow {
  refuseNul(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      if (!field || value === undefined) return [];
      const { write } = fieldKind(field.kind);
      return [[field.column, write && value !== null ? write(value) : value]];
    }),
  );
}

/** What the history keeps of a write: who did it, and the fields that changed. */
export function historyEntryFor(
  { service, actor }: { service: ResourceService; actor: Actor },
  { id, ...what }: { id: string; action: 'create' | 'update' | 'delete'; changes: Changes },
): HistoryRow {
  const { name: resource } = service.resource;
  return historyEntry({ ...what, resource, record: id, actor: currentActor() ?? actor.id });
}

/** The tables, inside the transaction of a write. */
export const kyselyOf = ({ em }: WriteContext): Kysely<Tables> => em.getKysely() as unknown as Kysely<Tables>;

/** Runs a statement inside the transaction of a write. */
export async function executeIn<Result extends object>(
  write: WriteContext,
  { sql, parameters }: Statement,
): Promise<Result[]> {
  return (await kyselyOf(write).executeQuery<Result>(CompiledQuery.raw(sql, [...parameters]))).rows;
}

/** A value as a caller would write it: a reference by its id. */
export const referenceId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);

/**
 * The fields that a write makes different. References are kept by their ids: what they are called, and who may know
 * it, is a matter of the reader and the moment.
 */
export function changedFields(before: RecordValues, after: RecordValues): Changes {
  const changes = Object.keys(after)
    .map((name) => [name, { before: referenceId(before[name]), after: referenceId(after[name]) }] as const)
    .filter(([, change]) => change.before !== change.after);
  return Object.fromEntries(changes);
}
