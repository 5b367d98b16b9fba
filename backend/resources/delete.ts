import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import type { Desk } from './desk.ts';
import { checkIfMatch } from './etag.ts';
import { isInUse } from './failures.ts';
import type { Item } from './view.ts';
import {
  type Actor,
  changesBetween,
  counted,
  inTransaction,
  lineOf,
  lockedItem,
  tablesOf,
  type Writing,
} from './write.ts';

interface Deletion {
  readonly id: string;
  /** The If-Match header: the state that the caller has seen. */
  readonly ifMatch: string | undefined;
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
  // Rows that go along with this one are not counted, so the totals of their resources are forgotten.
  const ends = dependents(desk).map((name) => desk.totals.write(name));
  try {
    const work = async (writing: Writing) => {
      const before = await lockedItem(writing, id);
      checkIfMatch(ifMatch, before);
      await rules.beforeDelete?.(before, writing);
      const tables = tablesOf(writing);
      const deletion = tables.deleteFrom(resource.table).where('id', '=', id).execute();
      await deletion.catch((error: unknown) => {
        throw isInUse(error) ? new InUse() : error;
      });
      const line = lineOf({ desk, actor }, { id, action: 'delete', changes: whatItWas(resource, before) });
      await tables.insertInto('history').values(line).execute();
    };
    await counted({ desk, difference: -1 }, () => inTransaction({ desk, actor }, work));
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

const references = (desk: Desk) =>
  Object.values(desk.resources).flatMap((resource) =>
    Object.values<ResourceField>(resource.fields)
      .filter((field) => field.to === desk.resource.name)
      .map((field) => ({ resource, field })),
  );

const dependents = (desk: Desk): string[] => [
  ...new Set(
    references(desk)
      .filter(({ field, resource }) => field.onDelete === 'cascade' && resource.name !== desk.resource.name)
      .map(({ resource }) => resource.name),
  ),
];

/** Says what the record is used by, once the refused transaction is over. */
async function inUse({ database, resource, ...desk }: Desk, id: string): Promise<ApiError> {
  const uses = await Promise.all(
    references({ database, resource, ...desk }).map(async ({ resource: user, field }) => {
      const counted = database.kysely
        .selectFrom(user.table)
        .where(sql.ref(field.column), '=', id)
        .select(sql<number>`count(*)::int`.as('uses'))
        .compile();
      const [row] = await database.read<{ uses: number }>(counted);
      return { name: user.title.toLowerCase(), uses: row?.uses ?? 0 };
    }),
  );
  const named = uses
    .filter(({ uses: count }) => count > 0)
    .map(({ name, uses: count }) => `${count} ${name}`);
  return new ApiError('IN_USE', {
    message: `This ${resource.singularTitle.toLowerCase()} is in use by ${named.join(' and ') || 'other records'}`,
  });
}
