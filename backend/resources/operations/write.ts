import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { type Changes, type HistoryLine, historyLine } from '#backend/database/history.ts';
import type { Statement } from '#backend/database/query.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import { kindOf, type Role } from '#contract/schema/index.ts';
import type { Desk, RoleDesk } from '../resource-service.ts';
import { checkIfMatch } from './etag.ts';
import { meaningOf, refuseNul } from './database-errors.ts';
import type { Values, Write } from '../hooks.ts';
import { fill } from '../query/prepared-statements.ts';
import type { EndOfWrite } from '../query/count-cache.ts';
import type { Item, Row } from '../query/projection.ts';

/** Who writes. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

/** A write in its transaction. */
export interface Writing extends Write {
  readonly view: RoleDesk;
  /** The resource as the server itself sees it. */
  readonly whole: RoleDesk;
}

interface Counted {
  readonly desk: Desk;
  readonly actor: Actor;
  /** How many records there are more once the write is committed; undefined where nobody counts them. */
  readonly difference: number | undefined;
}

/**
 * Does a write and keeps the total right.
 *
 * @throws ApiError for what a rule of the database refuses.
 */
export async function counted<Result>(
  { desk, actor, difference }: Counted,
  write: () => Promise<Result>,
): Promise<Result> {
  const end: EndOfWrite = desk.totals.write(desk.resource.name);
  try {
    const result = await write();
    end(difference);
    return result;
  } catch (error) {
    // Also a lost connection: nobody knows then whether the commit arrived.
    end(undefined);
    throw meaningOf(error, { resource: desk.resource, viewer: actor.role });
  }
}

/** Does a write of several steps in one transaction. */
export const inTransaction = <Result>(
  { desk, actor }: { desk: Desk; actor: Actor },
  work: (writing: Writing) => Promise<Result>,
): Promise<Result> =>
  desk.database.writeTo(desk.resource.table, () =>
    desk.database
      .em()
      .transactional((em) =>
        work({ em: em as EntityManager, actor, view: desk.view(actor.role), whole: desk.view('server') }),
      ),
  );

/** Which record a write is about, and by the If-Match header the state of it that the caller has seen. */
export interface Seen {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

/**
 * The record that is about to be changed, kept from everybody else until the transaction ends: all of it, also what the
 * caller may not read, for rules and history.
 *
 * @throws ApiError NOT_FOUND when there is none, PRECONDITION_FAILED when the caller has seen an older state.
 */
export async function lockedItem(writing: Writing, { id, ifMatch }: Seen): Promise<Item> {
  const [row] = await runWithin<Row>(writing, fill(writing.view.oneForUpdate, { id }));
  if (!row) throw new ApiError('NOT_FOUND');
  const item = writing.view.item(row);
  checkIfMatch(ifMatch, item);
  if (writing.view.hidesNothing) return item;
  const [all] = await runWithin<Row>(writing, fill(writing.whole.one, { id }));
  return writing.whole.item(all!);
}

/**
 * Values by column, as the columns take them.
 *
 * @throws ApiError INVALID for a text that cannot be kept.
 */
export function toColumns({ resource }: Desk, values: Values): Row {
  refuseNul(values);
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = resource.fields[name];
      if (!field || value === undefined) return [];
      const { write } = kindOf(field.kind);
      return [[field.column, write && value !== null ? write(value) : value]];
    }),
  );
}

/** What the history keeps of a write: who did it, and the fields that changed. */
export function lineOf(
  { desk, actor }: { desk: Desk; actor: Actor },
  { id, ...what }: { id: string; action: 'create' | 'update' | 'delete'; changes: Changes },
): HistoryLine {
  const { name: resource } = desk.resource;
  return historyLine({ ...what, resource, record: id, actor: actorHere() ?? actor.id });
}

/** The tables, inside the transaction of a write. */
export const tablesOf = ({ em }: Write): Kysely<Tables> => em.getKysely() as unknown as Kysely<Tables>;

/** Runs a statement inside the transaction of a write. */
export async function runWithin<Result extends object>(
  write: Write,
  { sql, parameters }: Statement,
): Promise<Result[]> {
  return (await tablesOf(write).executeQuery<Result>(CompiledQuery.raw(sql, [...parameters]))).rows;
}

/** A value as a caller would write it: a reference by its id. */
export const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null);

/**
 * The fields that a write makes different. References are kept by their ids: what they are called, and who may know
 * it, is a matter of the reader and the moment.
 */
export function changesBetween(before: Values, after: Values): Changes {
  const changes = Object.keys(after)
    .map((name) => [name, { before: plain(before[name]), after: plain(after[name]) }] as const)
    .filter(([, change]) => change.before !== change.after);
  return Object.fromEntries(changes);
}
