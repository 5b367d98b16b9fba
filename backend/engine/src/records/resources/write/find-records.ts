import { HIDDEN_ID } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { lockForDeletion } from '../deletion/apply-deletion-effects.ts';
import { meetsIfMatch } from '../etag.ts';
import { visibleReferences } from '../query/limited-references.ts';
import type { DatabaseRow, Projection, RecordJson, ShownFields } from '../query/projection.ts';
import type { Rows } from '../query/scope.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { lockRecords } from '../stages/read-records.ts';
import { referenceId, referenceIds } from '../stages/recorded-values.ts';
import { findOutside } from '../stages/require-rows.ts';
import { lockTree } from '../stages/trees.ts';
import { orWithoutComputed, readComputed } from '../stages/without-computed.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import { type Change, type Draft, NeedsTransaction, type Step } from './change.ts';
import { passesRecord, RIGHTS, writeRules } from './write-rules.ts';

/** Takes the locks in the one order of all writes: trees, what deletions reach, then the other records. */
export async function lock({ db }: WriteConnection, changes: readonly Change[]): Promise<void> {
  const byService = (isOf: (change: Change) => unknown) =>
    Map.groupBy(changes.filter(isOf), ({ service }) => service);
  const idsOf = (some: readonly Change[]) => some.flatMap(({ id }) => id ?? []);
  for (const [service, some] of byService(({ action, again }) => action === 'update' || again))
    await lockTree(db, { service, values: some.map(({ values }) => values) });
  for (const [{ resource, resources }, some] of byService(({ action }) => action === 'delete'))
    await lockForDeletion({ db, resources, resource: resource.name, ids: idsOf(some) });
  const others = byService(({ action }) => action !== 'create' && action !== 'delete');
  const [first] = others.keys();
  const ids = new Map([...others].map(([{ resource }, some]) => [resource.name, idsOf(some)]));
  if (first) await lockRecords(db, { resources: first.resources, ids });
}

/**
 * Rows: the records before the change, which must be those that the actor may change, in the state that the
 * caller has read. Updates preserve the references that the actor may not see.
 */
export async function findRecords(
  connection: WriteConnection,
  { drafts, write }: Step,
): Promise<readonly Draft[]> {
  const { change, service } = drafts[0]!;
  const records = await readBeforeChange(connection, { drafts, write });
  const found = drafts.map((draft): Draft => {
    const record = records.get(draft.id);
    if (!record)
      throw write.isLocked ? atRecord(new ApiError('NOT_FOUND'), draft) : new ApiError('NOT_FOUND');
    return { ...draft, ...record };
  });
  if (!write.isLocked && connection.isTransaction) await requireInRows(connection, found);
  for (const {
    id,
    seen,
    change: { ifMatch },
  } of found) {
    if (!seen || meetsIfMatch(ifMatch, { current: seen, resource: service.resource })) continue;
    const rows = change.rows ?? 'live';
    const current = await wholeRecord(connection, { service, id, seen, rows });
    throw new ApiError('PRECONDITION_FAILED', { current });
  }
  const { actor } = connection;
  if (change.action !== 'update' || change.isConsequence || !writeRules(service, actor).hidesReferences)
    return found;
  return keepHidden(connection, { service, drafts: found });
}

type Found = Pick<Draft, 'before' | 'seen' | 'version'>;

/**
 * Reads records with all fields. Only hooks receive computed ones: a record of which one has no value can be
 * changed and deleted, and is then read without them.
 */
async function readBeforeChange(connection: WriteConnection, step: Step): Promise<Map<string, Found>> {
  const { change, service } = step.drafts[0]!;
  const ids = step.drafts.map(({ id }) => id);
  const read = (some: readonly string[], shown: ShownFields) =>
    readStates(connection, { ...step, ids: some, shown });
  if (!passesRecord(change)) return read(ids, 'stored');
  if (!writeRules(service, connection.actor).hasComputed) return read(ids, 'all');
  return readComputed({ resource: service.resource, transaction: connection.db }, { ids, read });
}

/** Reads records and, unless locked by the caller, how the actor sees them: in one flush. */
async function readStates(
  connection: WriteConnection,
  { drafts, write, ids, shown }: Step & { ids: readonly string[]; shown: ShownFields },
): Promise<Map<string, Found>> {
  const { change, service } = drafts[0]!;
  const read = (projection: Projection) => readVersions(connection, { projection, ids });
  const own = service.projection(connection.actor, change.rows ?? 'live', shown);
  const isSeen = !write.isLocked;
  const [seen, whole] = await Promise.all([
    isSeen ? read(own) : undefined,
    isSeen && own.hidesNothing ? undefined : read(service.projection(APPLICATION, undefined, shown)),
  ]);
  const found = new Map<string, Found>();
  for (const [id, { item, version }] of seen ?? whole ?? []) {
    const all = whole ? whole.get(id) : { item, version };
    if (!all) continue;
    if (!connection.isTransaction && all.version !== version) throw new NeedsTransaction();
    found.set(id, {
      before: all.item,
      ...(seen && { seen: item }),
      ...(!connection.isTransaction && { version }),
    });
  }
  return found;
}

interface ReadVersion {
  readonly item: RecordJson;
  readonly version: string;
}

async function readVersions(
  connection: WriteConnection,
  { projection, ids }: { projection: Projection; ids: readonly string[] },
): Promise<Map<string, ReadVersion>> {
  const isOne = ids.length === 1;
  const statement = projection.compile(
    { key: `to change ${isOne}`, parameters: [isOne ? ids[0] : ids] },
    (select) =>
      select.select(sql<string>`record.xmin::text`.as(VERSION)).where(sql.ref('record.id'), '=', oneOf(ids)),
  );
  const rows = await connection.query<DatabaseRow>(statement);
  return new Map(
    rows.map((row) => [String(row.id), { item: projection.toJson(row), version: String(row[VERSION]) }]),
  );
}

/** Returns a record that was read before a change with its computed fields, if they have values. */
async function wholeRecord(
  connection: WriteConnection,
  { service, id, seen, rows }: { service: ResourceService; id: string; seen: RecordJson; rows: Rows },
): Promise<RecordJson> {
  const projection = service.projection(connection.actor, rows);
  if (isWhole(seen, projection)) return seen;
  const { resource, database } = service;
  const transaction = connection.isTransaction ? connection.db : database.openTransaction;
  return orWithoutComputed(
    { resource, record: id, transaction },
    {
      first: async () => (await readVersions(connection, { projection, ids: [id] })).get(id)?.item ?? seen,
      otherwise: async () => seen,
    },
  );
}

/** Returns whether a record has all fields of a projection. */
export const isWhole = (record: RecordJson, { fields }: Projection): boolean =>
  fields.every(({ name }) => name in record);

/** The name of the version besides the fields of a record, none of which has a space in its name. */
const VERSION = 'row version';

/** @throws ApiError FORBIDDEN for a record that the actor may read, but not change */
async function requireInRows({ db, actor }: WriteConnection, drafts: readonly Draft[]): Promise<void> {
  const { change, service } = drafts[0]!;
  const action = RIGHTS[change.action];
  const ids = drafts.map(({ id }) => id);
  const outside = await findOutside(db, { service, actor, action, rows: change.rows ?? 'live', ids });
  if (outside) throw new ApiError(outside.code);
}

/**
 * Restores the references that the actor may not read in the values of updates: no user removes or moves what
 * no response shows. One hidden reference is replaced only with a record that the user may read.
 */
async function keepHidden(
  connection: WriteConnection,
  { service: { resource, resources }, drafts }: { service: ResourceService; drafts: readonly Draft[] },
): Promise<Draft[]> {
  const { actor } = connection;
  const isWritten = ({ values }: Draft, name: string) => values[name] !== undefined;
  const idsBefore = ({ before }: Draft, name: string) => referenceIds(before?.[name]);
  const visibleIds = await visibleReferences(connection, {
    resource,
    resources,
    actor,
    idsIn: (name) => drafts.flatMap((draft) => (isWritten(draft, name) ? idsBefore(draft, name) : [])),
  });
  return drafts.map((draft) => {
    const values: Record<string, unknown> = { ...draft.values };
    for (const [name, visible] of visibleIds) {
      if (!isWritten(draft, name)) continue;
      const there = idsBefore(draft, name);
      if (resource.fields[name]!.join) values[name] = merged(referenceIds(values[name]), { there, visible });
      else if (there[0] !== undefined && !visible.has(there[0]) && isNothing(values[name]))
        values[name] = there[0];
    }
    return { ...draft, values };
  });
}

const isNothing = (value: unknown): boolean => value === null || referenceId(value) === HIDDEN_ID;

/** Returns the given ids with the hidden ones, each after its former predecessor. */
function merged(
  given: readonly string[],
  { there, visible }: { there: readonly string[]; visible: ReadonlySet<string> },
): string[] {
  const result = [...given];
  for (const [index, id] of there.entries()) {
    if (visible.has(id) || result.includes(id)) continue;
    const previous = there.slice(0, index).findLast((one) => result.includes(one));
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, id);
  }
  return result;
}
