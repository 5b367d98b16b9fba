import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { type Changes, History } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import { kindOf, type Role } from '#contract/schema/index.ts';
import type { Desk, RoleDesk } from './desk.ts';
import { meaningOf, refuseNul } from './failures.ts';
import type { Values, Write } from './rules.ts';
import { fill } from './slots.ts';
import type { EndOfWrite } from './totals.ts';
import type { Item, Row } from './view.ts';

/** Who writes. */
export interface Actor {
  readonly id: string;
  readonly role: Role;
}

/** A write in its transaction. */
export interface Writing extends Write {
  readonly view: RoleDesk;
}

/**
 * Runs a write in one transaction, and keeps the total right: `difference` is how many records there are more once
 * it is committed.
 *
 * @throws ApiError for what a rule of the database refuses.
 */
export async function inTransaction<Result>(
  desk: Desk,
  { actor, difference }: { actor: Actor; difference: number },
  work: (writing: Writing) => Promise<Result>,
): Promise<Result> {
  const end: EndOfWrite = desk.totals.write(desk.resource.name);
  try {
    const result = await desk.database
      .em()
      .transactional((em) => work({ em: em as EntityManager, actor, view: desk.view(actor.role) }));
    end(difference);
    return result;
  } catch (error) {
    // Also a lost connection: nobody knows then whether the commit arrived.
    end(undefined);
    throw error instanceof ApiError ? error : meaningOf(error, desk.resource);
  }
}

/**
 * The record that is about to be changed, kept from everybody else until the transaction ends.
 *
 * @throws ApiError NOT_FOUND when there is none.
 */
export async function lockedItem({ em, view }: Writing, id: string): Promise<Item> {
  const { sql, parameters } = fill(view.oneForUpdate, { id });
  const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(sql, [...parameters]));
  const row = rows[0] as Row | undefined;
  if (!row) throw new ApiError('NOT_FOUND');
  return view.item(row);
}

/**
 * Values as the columns take them.
 *
 * @throws ApiError INVALID for a text that cannot be kept.
 */
export function toColumns(desk: Desk, values: Values): Row {
  refuseNul(values);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = desk.resource.fields[name];
      const write = field && kindOf(field.kind).write;
      return [name, write && value !== null && value !== undefined ? write(value) : value];
    }),
  );
}

/** Puts a line of history into the same transaction. */
export async function remember(
  desk: Desk,
  { em, actor }: Writing,
  line: { id: string; action: 'create' | 'update' | 'delete'; changes: Changes },
): Promise<void> {
  const { id: recordId, action, changes } = line;
  const actorId = actorHere() ?? actor.id;
  const at = new Date();
  await em.insert(History, {
    id: newId(),
    resource: desk.resource.name,
    recordId,
    action,
    actorId,
    at,
    changes,
  });
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
