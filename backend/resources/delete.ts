import { ApiError } from '#backend/http/api-error.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { Desk } from './desk.ts';
import { isInUse } from './failures.ts';
import { cascadesOf, usesOf } from './references.ts';
import type { Item } from './view.ts';
import {
  type Actor,
  changesBetween,
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
 * Deletes a record. Its history stays, with a line that keeps what it was.
 *
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED when the caller has seen an older state, IN_USE when other records
 *   refer to it.
 */
export async function remove(desk: Desk, { id, ifMatch, actor }: Deletion): Promise<void> {
  const { resource, rules } = desk;
  // Records that go along with this one are not counted, so the totals of their resources are forgotten.
  const cascades = cascadesOf(resource.name, desk.resources);
  const difference = cascades.delete(resource.name) ? undefined : -1;
  const ends = [...cascades].map((name) => desk.totals.write(name));
  try {
    const work = async (writing: Writing) => {
      const before = await lockedItem(writing, { id, ifMatch });
      await rules.beforeDelete?.(before, writing);
      const tables = tablesOf(writing);
      const deletion = tables.deleteFrom(resource.table).where('id', '=', id).execute();
      await deletion.catch((error: unknown) => {
        throw isInUse(error) ? new InUse() : error;
      });
      const line = lineOf({ desk, actor }, { id, action: 'delete', changes: whatItWas(resource, before) });
      await tables.insertInto('history').values(line).execute();
    };
    await counted({ desk, difference }, () => inTransaction({ desk, actor }, work));
  } catch (error) {
    throw error instanceof InUse ? await inUse(desk, id) : error;
  } finally {
    for (const end of ends) end(undefined);
  }
}

const whatItWas = (resource: Resource, before: Item) => {
  const names = Object.keys(resource.fields);
  return changesBetween(before, Object.fromEntries(names.map((name) => [name, null])));
};

class InUse extends Error {}

async function inUse(desk: Desk, id: string): Promise<ApiError> {
  const uses = await usesOf(desk, id);
  const record = desk.resource.singularTitle.toLowerCase();
  return new ApiError('IN_USE', {
    message: `This ${record} is in use by ${uses.join(' and ') || 'other records'}`,
  });
}
