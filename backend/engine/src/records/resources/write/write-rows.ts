import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField, Role } from '@bindery/contract/schema/index.ts';
import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Row, Tables } from '#backend/database/connection.ts';
import type { Changes, HistoryAction } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { timeAfter, transactionTime } from '#backend/database/time.ts';
import { type Actor, authorOf } from '#backend/kernel/http/actor.ts';
import { isDataException, rejectNulCharacters } from '../database-errors.ts';
import type { RecordValues } from '../hooks.ts';
import type {
  DatabaseRow,
  Projection,
  RecordJson,
  ShownFields,
  StatementParts,
  WrappedSource,
} from '../query/projection.ts';
import type { SqlFragment } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { orWithoutComputed } from '../stages/without-computed.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import { type Draft, NeedsTransaction, type Step, type StoredKey, type WriteStep } from './change.ts';
import { notComputable } from './not-computable.ts';
import { type WriteRules, writeRules } from './write-rules.ts';

/**
 * Writes rows with history and events, one statement for all with the same columns. Returns a single record
 * as the actor sees it, if its statement can.
 */
export async function writeRows(
  connection: WriteConnection,
  { drafts, write, results }: WriteStep,
): Promise<RecordJson | undefined> {
  const { action, service } = drafts[0]!.change;
  let record: RecordJson | undefined;
  for (const some of alike(drafts)) record = await writeAlike(connection, { drafts: some, write });
  for (const { id, changedValues: changes } of drafts)
    results.recorded.push({ resource: service.resource.name, record: id, action, changes });
  return record;
}

/** Groups drafts by the columns that change. */
const alike = (drafts: readonly Draft[]): Iterable<readonly Draft[]> =>
  drafts.length === 1
    ? [drafts]
    : Map.groupBy(drafts, ({ values }) => Object.keys(values).sort().join()).values();

/**
 * Writes rows of which the same columns change; returns one of them as the actor sees it, without computed
 * fields if one has no value for another reason than this change.
 * @throws ApiError INVALID for values with which a computed field has no value, even one that the actor may
 * not read: otherwise no list of a user who may read it could show the record.
 */
async function writeAlike(
  connection: WriteConnection,
  { drafts, write }: Step,
): Promise<RecordJson | undefined> {
  const { change, service } = drafts[0]!;
  const { resource } = service;
  const { action } = change;
  const { actor, batch } = connection;
  const rules = writeRules(service, actor);
  const columns = drafts.map(({ values }) => toColumns(resource, { values, rules }));
  const rows = drafts.map(({ id, version, changedValues }, index) => ({
    id,
    version,
    changedValues,
    row: columns[index]!,
  }));
  const changed = changedRows({ service, actor, batch, action, rows, key: write.key });
  const affected = affectedExpressions(rules, drafts);
  const run = async (shown: ShownFields | undefined, tested = affected): Promise<RecordJson | undefined> => {
    const projection = service.projection(actor, undefined, shown);
    const tests = tested.map(({ test }) => test);
    const statement = shown
      ? projection.compileFrom({ ...changed, selected: tests }, changed.source)
      : idStatement(projection, { changed, tests });
    const written = await connection.run<DatabaseRow>(statement);
    if (written.length < rows.length) throw new NeedsTransaction();
    return shown && projection.toJson(written[0]!);
  };
  try {
    if (!write.returnsRecord || !rules.returnsRecord[action]) return await run(undefined);
    if (!rules.showsComputed) return await run('all');
    const others = affected.filter(({ isReturned }) => !isReturned);
    const transaction = connection.isTransaction ? connection.db : undefined;
    return await orWithoutComputed(
      { resource, record: drafts[0]!.id, transaction },
      {
        first: () => run('all', others),
        // A response without computed fields is stored in the transaction of its key.
        otherwise: () => (write.key ? Promise.reject(new NeedsTransaction()) : run('stored')),
      },
    );
  } catch (error) {
    throw isDataException(error) ? (notComputable(resource, { actor, drafts, affected }) ?? error) : error;
  }
}

/** Returns the expressions that may have no value because of a change. */
const affectedExpressions = ({ expressions }: WriteRules, [draft]: readonly Draft[]) => {
  const { change, values } = draft!;
  if (change.action === 'create') return expressions;
  return change.action === 'update'
    ? expressions.filter(({ inputs }) => inputs.some((name) => name in values))
    : [];
};

/** Returns the statement that writes rows and returns their ids. */
const idStatement = (
  { statements }: Projection,
  { changed, tests }: { changed: ChangedRows; tests: readonly SqlFragment[] },
) =>
  statements.compile(
    {
      key: [changed.key, 'id', ...tests.map(({ key }) => key)].join('\n'),
      parameters: [...(changed.before ?? []), ...tests.flatMap(({ parameters }) => parameters)],
    },
    () => {
      const { db, table } = changed.source();
      const tested = tests.map((test, index) => sql`${test}`.as(`test ${index}`));
      return db.selectFrom(`${table} as record`).select([sql.ref('record.id').as('id'), ...tested]);
    },
  );

/** A row to write, with its change for the history. */
interface RowChange {
  readonly id: string;
  /** The stored values by column. */
  readonly row: Row;
  /** For the history. */
  readonly changedValues: Changes;
  /** The expected version of the row (`xmin`); undefined for a locked row. */
  readonly version?: string | undefined;
}

/** Rows of one table that change in the same way, and their author. */
interface RowChanges {
  readonly service: ResourceService;
  readonly actor: Actor;
  readonly batch: string | null;
  readonly action: HistoryAction;
  /** At least one; all have the same columns. */
  readonly rows: readonly RowChange[];
  /** The idempotency key of a new record, which the statement stores with the response. */
  readonly key?: StoredKey | undefined;
}

/** A statement that writes rows, without its selection. */
interface ChangedRows extends StatementParts {
  readonly source: () => WrappedSource;
}

/** The name of the version besides the columns of a table, none of which has a space in its name. */
const VERSION = 'given version';

/** The columns that the history and the events store of a change. */
const MADE = {
  id: 'uuid',
  record_id: 'uuid',
  actor_id: 'uuid',
  impersonator_id: 'uuid',
  api_key: 'jsonb',
  batch: 'uuid',
  changes: 'jsonb',
} as const;
/** The same with the ids of events. */
const ANNOUNCED = { ...MADE, event: 'uuid' } as const;

/**
 * Returns the statement that writes rows with their history and the events for `afterCommit` hooks, as the
 * source of a selection: it returns the written rows, under the name `changed`. The same for one row and for
 * many, except for the form of the parameters: see `tableOf`. A row whose version has changed is left out.
 */
export function changedRows(changes: RowChanges): ChangedRows {
  const { service, actor, action, rows, key: storedKey } = changes;
  const { resource, database } = service;
  const isAnnounced = service.events.resources.has(resource.name);
  const isNew = action === 'create';
  const isGuarded = rows[0]!.version !== undefined;
  const given = rows.map(({ id, row, version }) => ({
    id,
    ...(isGuarded && { [VERSION]: version }),
    ...row,
  }));
  const types = isAnnounced ? ANNOUNCED : MADE;
  const made = recordedChanges(changes, isAnnounced);
  const ids = rows.length > 1 && !isNew ? rows.map(({ id }) => id) : undefined;
  const columns = Object.keys(given[0]!);
  const key = [action, rows.length > 1, isAnnounced, storedKey !== undefined, ...columns].join();
  const source = (): WrappedSource => {
    const table = tableOf('given', { types: typesOf(resource, columns), rows: given });
    const parts = { ...changes, columns, given: table, ids };
    const start: QueryCreator<Tables> = storedKey
      ? database.kysely.with('free', () => freeKey(storedKey))
      : database.kysely;
    let db = start
      .with('changed', () =>
        isNew ? insertion(parts) : action === 'delete' ? deletion(parts) : update(parts),
      )
      .with('made', () => sql<Row>`(select * from ${tableOf('made', { types, rows: made })})`)
      .with('recorded', () => historyInsertion({ resource: resource.name, action }));
    if (isAnnounced) db = db.with('event', () => writeEvents({ resource: resource.name, action }));
    if (!storedKey) return { db, table: 'changed' };
    return {
      db,
      table: 'changed',
      wrap: (select) =>
        db
          .with('shown', select)
          .with('stored', () => storedResponse({ key: storedKey, role: actor.role }))
          .selectFrom('shown')
          .selectAll(),
    };
  };
  return {
    key,
    source,
    before: [
      ...(storedKey ? [storedKey.id] : []),
      ...parametersOf(columns, given),
      ...(ids ? [ids] : []),
      ...parametersOf(Object.keys(types), made),
    ],
    ...(storedKey && { parameters: [storedKey.id, storedKey.request, actor.role] }),
  };
}

/**
 * Takes the lock of a key for the statement; returns a row if no other request has the lock, and none has
 * stored a response for the key.
 */
const freeKey = ({ id }: StoredKey): Rows =>
  sql<Row>`materialized (select 1 from (select ${id}::text as id) as key
    where not exists (select 1 from idempotency_keys where idempotency_keys.id = key.id and expires_at > now())
      and pg_try_advisory_xact_lock(hashtextextended(key.id, 0)))`;

/**
 * Stores the response: the role, no record, and the row of the record. If another request has stored one
 * since the start of the statement, the missing value makes the whole statement fail.
 */
const storedResponse = ({ key, role }: { key: StoredKey; role: Role }): Rows =>
  sql<Row>`(insert into idempotency_keys (id, request, response, expires_at)
    select ${key.id}::text, ${key.request}::text, jsonb_build_array(${role}::text, null, to_jsonb(shown))::text,
           now() + interval '1 day'
    from shown
    on conflict (id) do update set response = excluded.response, expires_at = excluded.expires_at,
      request = case when idempotency_keys.expires_at > now() then null else excluded.request end)`;

/** Returns what the history and the events store of each change. */
function recordedChanges({ actor, batch, rows }: RowChanges, isAnnounced: boolean): Row[] {
  const { actor: id, impersonator = null, apiKey = null } = authorOf(actor);
  const by = { actor_id: id, impersonator_id: impersonator, api_key: apiKey, batch };
  return rows.map((row) => {
    const change = { ...by, id: newId(), record_id: row.id, changes: row.changedValues };
    return isAnnounced ? { ...change, event: newId() } : change;
  });
}

type Types = Readonly<Record<string, string>>;

/** Returns the SQL types of some columns of a resource's table, and of additional columns. */
function typesOf(resource: Resource, columns: readonly string[]): Types {
  const own = new Map(columnFields(resource).map(({ column, type }) => [column, type.sql]));
  return Object.fromEntries(
    columns.map((column) => [column, own.get(column) ?? (column === 'id' ? 'uuid' : 'text')]),
  );
}

/**
 * Returns rows as a table of SQL: for one row, each value is a parameter, which takes PostgreSQL half the
 * time; many rows are one JSON parameter, whatever their number.
 */
export function tableOf(
  name: string,
  { types, rows }: { types: Types; rows: readonly Row[] },
): RawBuilder<unknown> {
  const values = parametersOf(Object.keys(types), rows);
  if (rows.length > 1) {
    const columns = Object.entries(types).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type)}`);
    return sql`jsonb_to_recordset(${values[0]}::text::jsonb) as ${sql.ref(name)}(${sql.join(columns)})`;
  }
  // A cast to a length would truncate a text that is too long instead of rejecting it.
  const columns = Object.entries(types).map(([column, type], index) => {
    return sql`${values[index]}::${sql.raw(type.replace(/^varchar\(.*/, 'varchar'))} as ${sql.ref(column)}`;
  });
  return sql`(select ${sql.join(columns)}) as ${sql.ref(name)}`;
}

/** Returns the parameters of `tableOf`. */
function parametersOf(columns: readonly string[], rows: readonly Row[]): unknown[] {
  if (rows.length > 1) return [JSON.stringify(rows)];
  return columns.map((column) => {
    const value = rows[0]![column] ?? null;
    return value !== null && typeof value === 'object' && !(value instanceof Date)
      ? JSON.stringify(value)
      : value;
  });
}

interface StatementInput extends RowChanges {
  readonly columns: readonly string[];
  readonly given: RawBuilder<unknown>;
  /** The ids of many records, which PostgreSQL cannot see in the JSON when it plans. */
  readonly ids: readonly string[] | undefined;
}

type Rows = RawBuilder<Row>;

/** Returns the columns of a table among those that are given. */
const tableColumns = (columns: readonly string[]) =>
  columns.filter((column) => column !== 'id' && column !== VERSION).map((column) => sql.ref(column));

function insertion({ service, columns, given, key }: StatementInput): Rows {
  const own = tableColumns(columns);
  const values = own.map((column) => sql`given.${column}`);
  return sql<Row>`(insert into ${sql.table(service.resource.table)}
      (${sql.join([sql`id`, ...own, sql`created_at, updated_at`])})
    select ${sql.join([sql`given.id`, ...values, transactionTime, transactionTime])} from ${given}
    ${key ? sql`, free` : sql``} returning *)`;
}

function update(input: StatementInput): Rows {
  const { service, action, columns, given } = input;
  const settings = tableColumns(columns).map((column) => sql`${column} = given.${column}`);
  if (action === 'archive') settings.push(sql`archived_at = ${transactionTime}`);
  if (action === 'restore') settings.push(sql`archived_at = null`);
  settings.push(sql`updated_at = ${timeAfter(sql`record.updated_at`)}`);
  return sql<Row>`(update ${sql.table(service.resource.table)} as record set ${sql.join(settings)} from ${given}
    where ${isGiven(input)} returning record.*)`;
}

const deletion = (input: StatementInput): Rows =>
  sql<Row>`(delete from ${sql.table(input.service.resource.table)} as record using ${input.given}
    where ${isGiven(input)} returning record.*)`;

/** Returns the filter for the given records in their expected versions. */
const isGiven = ({ columns, ids }: StatementInput) =>
  sql`record.id = given.id
    ${ids ? sql`and record.id = any(${ids}::uuid[])` : sql``}
    ${columns.includes(VERSION) ? sql`and record.xmin::text = given.${sql.ref(VERSION)}` : sql``}`;

interface Announced {
  readonly resource: string;
  readonly action: HistoryAction;
}

/** Adds changes to the history. Their times are later than all earlier changes of the record. */
function historyInsertion({ resource, action }: Announced): Rows {
  const latest = sql`(select max(at) from history as earlier
    where earlier.resource = ${sql.lit(resource)} and earlier.record_id = made.record_id)`;
  return sql<Row>`(insert into history
      (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, at, changes)
    select made.id, ${sql.lit(resource)}, made.record_id, ${sql.lit(action)}, made.actor_id, made.impersonator_id,
           made.api_key, made.batch, ${action === 'create' ? transactionTime : timeAfter(latest)}, made.changes
    from made join changed on changed.id = made.record_id)`;
}

const writeEvents = ({ resource, action }: Announced): Rows =>
  sql<Row>`(insert into write_events
      (id, resource, record_id, action, actor_id, impersonator_id, api_key, batch, changes, at, due_at)
    select made.event, ${sql.lit(resource)}, made.record_id, ${sql.lit(action)}, made.actor_id, made.impersonator_id,
           made.api_key, made.batch, made.changes, ${transactionTime}, ${transactionTime}
    from made join changed on changed.id = made.record_id)`;

/**
 * Converts values to the form stored in the resource's table, by column; fields with join tables have none.
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
    if (typeof value === 'string' && value.includes('\0')) rejectNulCharacters(values);
    const convert = conversions.get(name);
    row[field.column] = convert && value !== null ? convert(value) : value;
  }
  return row;
}
