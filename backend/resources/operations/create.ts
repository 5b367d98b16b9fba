import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import type { Desk } from '../resource-service.ts';
import { insertion } from './insert-with-history.ts';
import { maySee } from '../query/labels.ts';
import { ruled, type Values } from '../hooks.ts';
import { fill } from '../query/prepared-statements.ts';
import type { Item, Row } from '../query/projection.ts';
import { type Actor, changesBetween, counted, inTransaction, lineOf, runWithin, toColumns } from './write.ts';

const TIMES = { created_at: transactionTime, updated_at: transactionTime };

interface Creation {
  readonly values: Values;
  readonly actor: Actor;
}

/**
 * Adds a record with its line of history.
 *
 * @throws ApiError CONFLICT or INVALID, with errors by field, for what a rule of the database refuses.
 */
export async function create(desk: Desk, { values, actor }: Creation): Promise<Item> {
  const { resource, rules } = desk;
  const given = { ...defaults(desk, actor), ...values };
  return counted({ desk, actor, difference: 1 }, async () => {
    // One statement is a transaction of its own; only a rule before it needs one around both.
    if (!rules.beforeCreate) {
      const { table } = resource;
      return add({ desk, actor, values: given }, (statement) => desk.database.run({ ...statement, table }));
    }
    return inTransaction({ desk, actor }, async (writing) => {
      const changed = (await ruled(() => rules.beforeCreate?.(given, writing))) ?? given;
      return add({ desk, actor, values: changed }, (statement) => runWithin(writing, statement));
    });
  });
}

async function add({ desk, actor, values }: Creation & { desk: Desk }, run: Database['run']): Promise<Item> {
  const view = desk.view(actor.role);
  const id = newId();
  const record = { id, ...toColumns(desk, values), ...TIMES };
  const line = lineOf({ desk, actor }, { id, action: 'create', changes: changesBetween({}, values) });
  const statement = view.insertions.of(Object.keys(record).join(), () =>
    insertion(desk.database, { view, record, line }),
  );
  const [row] = await run<Row>(fill(statement, { record, line }));
  return view.item(row!);
}

/** What the server fills in by itself: the caller may not write these fields, or not even know of them. */
const defaults = ({ resource }: Desk, { role }: Actor): Values =>
  Object.fromEntries(
    Object.values<ResourceField>(resource.fields)
      .filter((field) => (field.readOnly || !maySee(role, field)) && field.default !== undefined)
      .map((field) => [field.name, field.default]),
  );
