import { sql } from 'kysely';
import { timeAfter } from '#backend/database/time.ts';
import type { Desk } from './desk.ts';
import { refuseOwnAncestors, takeTurnInTree } from './own-ancestor.ts';
import { read } from './read.ts';
import { ruled, type Values } from './rules.ts';
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
  toColumns,
} from './write.ts';

interface Change extends Seen {
  readonly values: Values;
  readonly actor: Actor;
}

/**
 * Changes some fields of a record, with its line of history; a change that changes nothing leaves no trace.
 *
 * @throws ApiError NOT_FOUND, PRECONDITION_FAILED when the caller has seen an older state, CONFLICT or INVALID with
 *   errors by field for what a rule of the database refuses.
 */
export async function update(desk: Desk, { id, values, ifMatch, actor }: Change): Promise<Item> {
  const { resource, rules } = desk;
  const write = () =>
    inTransaction({ desk, actor }, async (writing) => {
      await takeTurnInTree(writing, { desk, values });
      const before = await lockedItem(writing, { id, ifMatch });
      const changed = (await ruled(() => rules.beforeUpdate?.({ before, values }, writing))) ?? values;
      const changes = changesBetween(before, changed);
      const names = Object.keys(changes);
      if (names.length === 0) return;
      const different = Object.fromEntries(names.map((name) => [name, changed[name]]));
      await refuseOwnAncestors(writing, { resource, id, values: different });
      const columns = { ...toColumns(desk, different), updated_at: timeAfter(sql.ref('updated_at')) };
      const tables = tablesOf(writing);
      await tables.updateTable(resource.table).set(columns).where('id', '=', id).execute();
      const line = lineOf({ desk, actor }, { id, action: 'update', changes });
      await tables.insertInto('history').values(line).execute();
    });
  await counted({ desk, actor, difference: 0 }, write);
  return read(desk, { id, role: actor.role });
}
