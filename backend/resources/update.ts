import type { Desk } from './desk.ts';
import { checkIfMatch } from './etag.ts';
import type { Values } from './rules.ts';
import type { Item } from './view.ts';
import {
  type Actor,
  changesBetween,
  inTransaction,
  itemWithin,
  lockedItem,
  remember,
  toColumns,
} from './write.ts';

interface Change {
  readonly id: string;
  readonly values: Values;
  /** The If-Match header: the state that the caller has seen. */
  readonly ifMatch: string | undefined;
  readonly actor: Actor;
}

/**
 * Changes some fields of a record, with its line of history; a change that changes nothing leaves no trace.
 *
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED when the caller has seen an older state, CONFLICT or INVALID with
 *   errors by field for what a rule of the database refuses.
 */
export async function update(desk: Desk, { id, values, ifMatch, actor }: Change): Promise<Item> {
  const { database, resource, rules } = desk;
  return inTransaction(desk, { actor, difference: 0 }, async (writing) => {
    const before = await lockedItem(writing, id);
    checkIfMatch(ifMatch, before);
    const ruled = (await rules.beforeUpdate?.({ before, values }, writing)) ?? values;
    const different = Object.fromEntries(
      Object.entries(ruled).filter(([name, value]) => value !== undefined && value !== plain(before[name])),
    );
    if (Object.keys(different).length === 0) return before;
    const { em } = writing;
    const row = { ...toColumns(desk, different), updatedAt: new Date() };
    await em.nativeUpdate(database.entity(resource.table), { id } as never, row as never);
    const after = (await itemWithin(writing, id))!;
    remember(desk, writing, { id, action: 'update', changes: changesBetween(desk, before, after) });
    await em.flush();
    return after;
  });
}

/** A value as a caller would write it: a reference by its id. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
