import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField, Role } from '@bindery/contract/schema/index.ts';
import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Row, Tables } from '#backend/database/connection.ts';
import type { Changes, HistoryAction } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { timeAfter, transactionTime } from '#backend/database/time.ts';
import { type Actor, authorOf } from '#backend/kernel/http/actor.ts';
import type { RecordValues } from '../hooks.ts';
import { refuseNulCharacters } from '../operations/database-errors.ts';
import type { StoredKey } from '../operations/once.ts';
import type { StatementParts, WrappedSource } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import type { WriteRules } from './write-rules.ts';

/** A row to write, with its change for the history. */
export interface RowChange {
  readonly id: string;
  /** The stored values by column. */
  readonly row: Row;
  readonly changes: Changes;
  /** The version of the row (`xmin`) that the change is made for; undefined for a locked row. */
  readonly version?: string | undefined;
}

/** Rows of one table that change in the same way, and who changes them. */
export interface RowChanges {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly batch: string | null;
  readonly action: HistoryAction;
  /** At least one; all have the same columns. */
  readonly rows: readonly RowChange[];
  /** The idempotency key of a new record, which the statement stores with the answer. */
  readonly key?: StoredKey | undefined;
}

/** The name of the version beside the columns of a table, none of which has a space in its name. */
const VERSION = 'given version';

/**
 * Returns the statement that writes rows with their history and the events for `afterCommit` hooks, as the source of a
 * selection: what it returns are the written rows, under the name `changed`. Any number of rows are two JSON parameters, so
 * that one text serves a single write and a bulk write. A row whose version is not the given one any more is left out.
 */
export function changedRows(changes: RowChanges): StatementParts & { readonly source: () => WrappedSource } {
  const { service, actor, action, rows, key: storedKey } = changes;
  const columns = Object.keys(rows[0]!.row);
  const isAnnounced = service.events.resources.has(service.resource.name);
  const isGuarded = rows[0]!.version !== undefined;
  const given = JSON.stringify(rows.map(({ id, row, version }) => ({ ...row, id, [VERSION]: version })));
  const made = JSON.stringify(entriesOf(changes));
  const ids = rows.map(({ id }) => id);
  const isNew = action === 'create';
  const key = `${action} ${isGuarded} ${isAnnounced} ${storedKey !== undefined} ${columns.join()}`;
  const source = (): WrappedSource => {
    const fields = columnFields(service.resource).filter(({ column }) => columns.includes(column));
    const parts = { ...changes, fields, given: givenTable(fields, given), ids, isGuarded };
    const { kysely } = service.database;
    const start: QueryCreator<Tables> = storedKey ? kysely.with('free', () => freeKey(storedKey)) : kysely;
    let db = start
      .with('changed', () =>
        isNew ? insertion(parts) : action === 'delete' ? deletion(parts) : update(parts),
      )
      .with('made', () => madeEntries(made))
      .with('entry', () => historyEntries({ resource: service.resource.name, action, isFirst: isNew }));
    if (isAnnounced) db = db.with('event', () => writeEvents({ resource: service.resource.name, action }));
    if (!storedKey) return { db, table: 'changed' };
    return {
      ...{ db, table: 'changed' },
      wrap: (select) =>
        db
          .with('shown', select)
          .with('stored', () => storedAnswer({ key: storedKey, role: actor.role }))
          .selectFrom('shown')
          .selectAll(),
    };
  };
  return {
    ...{ key, source },
    before: [...(storedKey ? [storedKey.id] : []), given, ...(isNew ? [] : [ids]), made],
    ...(storedKey && { parameters: [storedKey.id, storedKey.request, actor.role] }),
  };
}

/**
 * Takes the lock of a key for the statement; returns a row where no other request has the lock, and none has stored an
 * answer for the key.
 */
const freeKey = ({ id }: StoredKey): Rows =>
  sql<Row>`materialized (select 1 from (select ${id}::text as id) as key
    where not exists (select 1 from idempotency_keys where idempotency_keys.id = key.id and expires_at > now())
      and pg_try_advisory_xact_lock(hashtextextended(key.id, 0)))`;

/**
 * Stores the answer: the role, no record, and the row that it was made of. Where another request has stored one since the
 * start of the statement, the missing value makes the whole statement fail.
 */
const storedAnswer = ({ key, role }: { key: StoredKey; role: Role }): Rows =>
  sql<Row>`(insert into idempotency_keys (id, request, answer, expires_at)
    select ${key.id}::text, ${key.request}::text, jsonb_build_array(${role}::text, null, to_jsonb(shown))::text,
           now() + interval '1 day'
    from shown
    on conflict (id) do update set answer = excluded.answer, expires_at = excluded.expires_at,
      request = case when idempotency_keys.expires_at > now() then null else excluded.request end)`;

/** Returns what the history and the events say of each change. */
function entriesOf({ actor, batch, rows }: RowChanges) {
  const { actor: id, impersonator = null, apiKey = null } = authorOf(actor);
  const by = { actor_id: id, impersonator_id: impersonator, api_key: apiKey, batch };
  return rows.map((row) => ({ ...by, id: newId(), event: newId(), record_id: row.id, changes: row.changes }));
}

interface StatementInput extends RowChanges {
  readonly fields: readonly ResourceField[];
  readonly given: RawBuilder<unknown>;
  readonly ids: readonly string[];
  readonly isGuarded: boolean;
}

type Rows = RawBuilder<Row>;

/** Returns rows as a table of SQL: one JSON parameter, whatever their number. */
export function givenTable(fields: readonly ResourceField[], rows: string): RawBuilder<unknown> {
  const columns = fields.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type.sql)}`);
  const types = sql.join([sql`id uuid, ${sql.ref(VERSION)} text`, ...columns]);
  return sql`jsonb_to_recordset(${rows}::text::jsonb) as given(${types})`;
}

function insertion({ service, fields, given, key }: StatementInput): Rows {
  const columns = fields.map(({ column }) => sql.ref(column));
  const values = columns.map((column) => sql`given.${column}`);
  return sql<Row>`(insert into ${sql.table(service.resource.table)}
      (${sql.join([sql`id`, ...columns, sql`created_at, updated_at`])})
    select ${sql.join([sql`given.id`, ...values, transactionTime, transactionTime])} from ${given}
    ${key ? sql`, free` : sql``} returning *)`;
}

function update({ service, action, fields, given, ids, isGuarded }: StatementInput): Rows {
  const settings = fields.map(({ column }) => sql`${sql.ref(column)} = given.${sql.ref(column)}`);
  if (action === 'archive') settings.push(sql`archived_at = ${transactionTime}`);
  if (action === 'restore') settings.push(sql`archived_at = null`);
  settings.push(sql`updated_at = ${timeAfter(sql`record.updated_at`)}`);
  return sql<Row>`(update ${sql.table(service.resource.table)} as record set ${sql.join(settings)} from ${given}
    where record.id = any(${ids}::uuid[]) and record.id = given.id ${guard(isGuarded)} returning record.*)`;
}

const deletion = ({ service, given, ids, isGuarded }: StatementInput): Rows =>
  sql<Row>`(delete from ${sql.table(service.resource.table)} as record using ${given}
    where record.id = any(${ids}::uuid[]) and record.id = given.id ${guard(isGuarded)} returning record.*)`;

const guard = (isGuarded: boolean) =>
  isGuarded ? sql`and record.xmin::text = given.${sql.ref(VERSION)}` : sql``;

const madeEntries = (entries: string): Rows =>
  sql<Row>`(select * from jsonb_to_recordset(${entries}::text::jsonb) as made(id uuid, event uuid, record_id uuid,
    actor_id uuid, impersonator_id uuid, api_key jsonb, batch uuid, changes jsonb))`;

interface Announced {
  readonly resource: string;
  readonly action: HistoryAction;
}

/** Adds history entries. Their times are later than those of all earlier entries of the record. */
function historyEntries({ resource, action, isFirst }: Announced & { isFirst: boolean }): Rows {
  const latest = sql`(select max(at) from history as earlier
    where earlier.resource = ${sql.lit(resource)} and earlier.record_id = made.record_id)`;
  return sql<Row>`(insert into history
      (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, at, changes)
    select made.id, ${sql.lit(resource)}, made.record_id, ${sql.lit(action)}, made.actor_id, made.impersonator_id,
           made.api_key, made.batch, ${isFirst ? transactionTime : timeAfter(latest)}, made.changes
    from made join changed on changed.id = made.record_id)`;
}

const writeEvents = ({ resource, action }: Announced): Rows =>
  sql<Row>`(insert into write_events
      (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, changes, at, due_at)
    select made.event, ${sql.lit(resource)}, made.record_id, ${sql.lit(action)}, made.actor_id, made.impersonator_id,
           made.api_key, made.batch, made.changes, ${transactionTime}, ${transactionTime}
    from made join changed on changed.id = made.record_id)`;

/**
 * Converts values to the form in which the table of the resource stores them, by column; fields with join tables have none.
 *
 * @throws ApiError INVALID for a text that PostgreSQL cannot store.
 */
export function toColumns(
  { fields }: Resource,
  { values, rules: { conversions } }: { values: RecordValues; rules: Pick<WriteRules, 'conversions'> },
): Row {
  const row: Row = {};
  for (const [name, value] of Object.entries(values)) {
    const field: ResourceField | undefined = fields[name];
    if (!field || field.join || field.computed || value === undefined) continue;
    if (typeof value === 'string' && value.includes('\0')) refuseNulCharacters(values);
    const convert = conversions.get(name);
    row[field.column] = convert && value !== null ? convert(value) : value;
  }
  return row;
}
