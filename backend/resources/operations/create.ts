import type { QueryCreator } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { ResourceField } from '#contract/schema/index.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import { maySee } from '../query/labels.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import {
  changedFields,
  historyEntryFor,
  kyselyOf,
  runWrite,
  toStored,
  type Writer,
  withTransaction,
} from './write.ts';

/**
 * Creates a record with its history entry.
 *
 * @throws ApiError CONFLICT or INVALID, with errors by field, for violated database constraints.
 */
export async function create(
  service: ResourceService,
  { values, actor }: { values: RecordValues; actor: Writer['actor'] },
): Promise<RecordJson> {
  const { database, resource, hooks } = service;
  const writer = { service, actor };
  const given = { ...defaults(writer), ...values };
  const write = async () => {
    // A single statement is a transaction of its own; only a hook before it needs an explicit one.
    if (!hooks.beforeCreate) {
      const { statement, ...named } = insertion(writer, { db: database.kysely, values: given });
      const compiled = service.projection(actor.role).statements.compile(named, statement);
      return database.execute<DatabaseRow>({ ...compiled, table: resource.table });
    }
    return withTransaction(writer, async (writing) => {
      const changed = (await runHook(writing, () => hooks.beforeCreate?.(given, writing))) ?? given;
      return insertion(writer, { db: kyselyOf(writing), values: changed })
        .statement()
        .execute();
    });
  };
  const [row] = await runWrite(writer, { counted: [resource.name], write });
  const item = service.projection(actor.role).toJson(row!);
  await hooks.afterCreate?.(item);
  return item;
}

/**
 * Returns one statement that inserts a record with its history entry and returns the record as a role sees it:
 * a single round trip holds the connection for the shortest time. Its key tells statements of other columns apart.
 */
function insertion(
  { service, actor }: Writer,
  { db, values }: { db: QueryCreator<Tables>; values: RecordValues },
) {
  const { fields, table } = service.resource;
  const id = newId();
  const stored = Object.entries(toStored(service, values)).map(([name, value]) => [
    fields[name]!.column,
    value,
  ]);
  const record = {
    id,
    ...Object.fromEntries(stored),
    created_at: transactionTime,
    updated_at: transactionTime,
  };
  const changes = changedFields({}, values);
  const entry = historyEntryFor({ service, actor }, { id, action: 'create', changes });
  const statement = () => {
    const inserted = db
      .with('inserted', (tables) => tables.insertInto(table).values(record).returningAll())
      .with('entry', (tables) => tables.insertInto('history').values(entry));
    return service.projection(actor.role).select({ db: inserted, table: 'inserted' });
  };
  const parameters = [...Object.values<unknown>(record), ...Object.values<unknown>(entry)].filter(
    (value) => value !== transactionTime,
  );
  return { key: `create ${Object.keys(record).join()}`, parameters, statement };
}

/**
 * Returns the values that the server sets itself: the caller may not write these fields, or not even see
 * them.
 */
const defaults = ({ service, actor }: Writer): RecordValues =>
  Object.fromEntries(
    Object.values<ResourceField>(service.resource.fields)
      .filter((field) => (field.readOnly || !maySee(actor.role, field)) && field.default !== undefined)
      .map((field) => [field.name, field.default]),
  );
