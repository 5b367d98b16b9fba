import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import { maySee } from '../query/labels.ts';
import { bind } from '../query/prepared-statements.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { insertWithHistory } from './insert-with-history.ts';
import {
  type Actor,
  changedFields,
  executeIn,
  historyEntryFor,
  toColumns,
  withCountUpdate,
  withTransaction,
} from './write.ts';

const TIMES = { created_at: transactionTime, updated_at: transactionTime };

interface Creation {
  readonly values: RecordValues;
  readonly actor: Actor;
}

/**
 * Creates a record with its history entry.
 *
 * @throws ApiError CONFLICT or INVALID, with errors by field, for violated database constraints.
 */
export async function create(service: ResourceService, { values, actor }: Creation): Promise<RecordJson> {
  const { resource, hooks } = service;
  const given = { ...defaults(service, actor), ...values };
  return withCountUpdate({ service, actor, difference: 1 }, async () => {
    // A single statement is a transaction of its own; only a hook before it needs an explicit one.
    if (!hooks.beforeCreate) {
      const { table } = resource;
      return add({ service, actor, values: given }, (statement) =>
        service.database.execute({ ...statement, table }),
      );
    }
    return withTransaction({ service, actor }, async (writing) => {
      const changed = (await runHook(() => hooks.beforeCreate?.(given, writing))) ?? given;
      return add({ service, actor, values: changed }, (statement) => executeIn(writing, statement));
    });
  });
}

async function add(
  { service, actor, values }: Creation & { service: ResourceService },
  run: Database['execute'],
): Promise<RecordJson> {
  const view = service.queries(actor.role);
  const id = newId();
  const record = { id, ...toColumns(service, values), ...TIMES };
  const line = historyEntryFor(
    { service, actor },
    { id, action: 'create', changes: changedFields({}, values) },
  );
  const statement = view.insertions.get(Object.keys(record).join(), () =>
    insertWithHistory(service.database, { view, record, line }),
  );
  const [row] = await run<DatabaseRow>(bind(statement, { record, line }));
  return view.toJson(row!);
}

/**
 * Returns the values that the server sets itself: the caller may not write these fields, or not even see
 * them.
 */
const defaults = ({ resource }: ResourceService, { role }: Actor): RecordValues =>
  Object.fromEntries(
    Object.values<ResourceField>(resource.fields)
      .filter((field) => (field.readOnly || !maySee(role, field)) && field.default !== undefined)
      .map((field) => [field.name, field.default]),
  );
