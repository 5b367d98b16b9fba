import { newId } from '#backend/database/id.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import type { Desk } from './desk.ts';
import { read } from './read.ts';
import type { Values } from './rules.ts';
import type { Item } from './view.ts';
import { type Actor, changesBetween, inTransaction, remember, toColumns } from './write.ts';

/**
 * Adds a record with its line of history.
 *
 * @throws ApiError CONFLICT or INVALID, with errors by field, for what a rule of the database refuses.
 */
export async function create(desk: Desk, { values, actor }: { values: Values; actor: Actor }): Promise<Item> {
  const { database, resource, rules } = desk;
  const given = { ...defaults(Object.values(resource.fields)), ...values };
  const id = newId();
  await inTransaction(desk, { actor, difference: 1 }, async (writing) => {
    const ruled = (await rules.beforeCreate?.(given, writing)) ?? given;
    const now = new Date();
    const row = { id, ...toColumns(desk, ruled), createdAt: now, updatedAt: now };
    await writing.em.insert(database.entity(resource.table), row as never);
    await remember(desk, writing, { id, action: 'create', changes: changesBetween({}, ruled) });
  });
  return read(desk, { id, role: actor.role });
}

/** What the server fills in by itself: the caller may not write these fields. */
const defaults = (fields: readonly ResourceField[]): Values =>
  Object.fromEntries(
    fields
      .filter((field) => field.readOnly && field.default !== undefined)
      .map((field) => [field.name, field.default]),
  );
