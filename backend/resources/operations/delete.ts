import { ApiError } from '#backend/http/api-error.ts';
import { actorHere } from '#backend/sessions/actor.ts';
import type { Role } from '#contract/schema/index.ts';
import type { Desk } from '../resource-service.ts';
import { isInUse } from './database-errors.ts';
import { reachedBy } from './read-deletion.ts';
import { cascadesOf } from './references.ts';
import { ruled } from '../hooks.ts';
import { InUse, takeAlong, whatItWas } from './apply-deletion-effects.ts';
import {
  type Actor,
  counted,
  inTransaction,
  lineOf,
  lockedItem,
  type Seen,
  tablesOf,
  type Writing,
} from './write.ts';

interface Deletion extends Seen {
  readonly actor: Actor;
}

/**
 * Deletes a record, and with it what refers to it by references that cascade. The history of each stays, with a line
 * that keeps what it was.
 *
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED when the caller has seen an older state, IN_USE when other records
 *   refer to it.
 */
export async function remove(desk: Desk, { id, ifMatch, actor }: Deletion): Promise<void> {
  const { resource, resources, rules } = desk;
  // How many go along is not counted, so the totals of their resources are forgotten.
  const cascades = cascadesOf(resource.name, resources);
  const difference = cascades.delete(resource.name) ? undefined : -1;
  const ends = [...cascades].map((name) => desk.totals.write(name));
  const work = async (writing: Writing) => {
    const before = await lockedItem(writing, { id, ifMatch });
    await ruled(() => rules.beforeDelete?.(before, writing));
    await removeWithOthers(writing, { desk, id });
    const line = lineOf({ desk, actor }, { id, action: 'delete', changes: whatItWas(resource, before) });
    await tablesOf(writing).insertInto('history').values(line).execute();
  };
  try {
    await counted({ desk, actor, difference }, () => inTransaction({ desk, actor }, work));
  } finally {
    for (const end of ends) end(undefined);
  }
}

async function removeWithOthers(writing: Writing, { desk, id }: { desk: Desk; id: string }): Promise<void> {
  const { resource, resources } = desk;
  const db = tablesOf(writing);
  try {
    await takeAlong({
      db,
      resources,
      resource: resource.name,
      id,
      actor: actorHere() ?? writing.actor.id,
      before: (name, item) => ruled(() => desk.beside(name).rules.beforeDelete?.(item, writing)),
    });
    await db.deleteFrom(resource.table).where('id', '=', id).execute();
  } catch (error) {
    throw error instanceof InUse || isInUse(error) ? inUse(desk, { error, role: writing.actor.role }) : error;
  }
}

/** Says what the record is in use by, as far as the caller may know. */
function inUse({ resources, resource }: Desk, { error, role }: { error: unknown; role: Role }): ApiError {
  const counts = error instanceof InUse ? [...error.blocking] : [];
  const uses = reachedBy(role, { resources, counts }).map(({ resource: name, total }) => {
    const user = name === null ? undefined : resources[name];
    if (!user) return 'other records';
    return `${total} ${(total === 1 ? user.singularTitle : user.title).toLowerCase()}`;
  });
  const record = resource.singularTitle.toLowerCase();
  return new ApiError('IN_USE', {
    message: `This ${record} is in use by ${uses.join(' and ') || 'other records'}`,
  });
}
