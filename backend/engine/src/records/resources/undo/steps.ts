import { undoRights } from '@bindery/contract/records/resources/undo-rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { HistoryAction, RecordChange } from '#backend/database/history.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import type { RecordValues } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import { may, maySet } from '../query/rights.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { atRecord } from '../stages/failed-record.ts';
import { readRecords } from '../stages/read-records.ts';
import { recordedValue } from '../stages/recorded-values.ts';
import type { WriteConnection } from '../stages/write-connection.ts';

/** A stored change of the history. */
export interface StoredChange extends RecordChange {
  readonly id: string;
  readonly batch: string | null;
  /** The user who made the change: an admin during impersonation. */
  readonly madeBy: string | null;
}

const columns = sql`id, resource, record_id as record, action, changes, batch,
  coalesce(impersonator_id, actor_id) as "madeBy"`;

/** Returns the changes of a batch. */
export async function readBatch(db: Transaction, batch: string): Promise<StoredChange[]> {
  const query = sql<StoredChange>`select ${columns} from history where batch = ${batch} order by at, id`;
  return (await query.execute(db)).rows;
}

/** Returns some changes. */
export async function readChanges(db: Transaction, ids: readonly string[]): Promise<StoredChange[]> {
  const query = sql<StoredChange>`select ${columns} from history where id = ${oneOf(ids)} order by at, id`;
  return (await query.execute(db)).rows;
}

/** Returns the id of the latest change of each record. */
async function latestChanges(
  db: Transaction,
  { resource, ids }: { resource: string; ids: readonly string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const query = sql<{ id: string; record: string }>`
    select distinct on (record_id) record_id as record, id from history
    where resource = ${resource} and record_id = any(${ids}::uuid[]) order by record_id, at desc, id desc`;
  return new Map((await query.execute(db)).rows.map(({ id, record }) => [record, id]));
}

/** A change with its resource, and the values to restore or to expect unchanged. */
export interface UndoStep {
  readonly change: StoredChange;
  readonly service: ResourceService;
  readonly id: string;
  readonly isOrigin: boolean;
  readonly before: RecordValues;
  readonly after: RecordValues;
}

/** The change that undoes a change. */
export const OPPOSITES = {
  create: 'delete',
  update: 'update',
  delete: 'create',
  archive: 'restore',
  restore: 'archive',
} as const satisfies Record<HistoryAction, HistoryAction>;

/** Changes to undo. */
export interface ChangesToUndo {
  /** Any service, which finds the others. */
  readonly service: ResourceService;
  /** The changes that a user made, which require the right to do the opposite. */
  readonly origins: readonly StoredChange[];
  /** The changes that followed from them, through deletions. */
  readonly consequences: readonly StoredChange[];
}

/**
 * Returns the changes with what undoing them writes; of the consequences, those that can no longer be undone
 * are left out.
 * @throws ApiError CANNOT_UNDO for a change without a field that the user may write, or of a removed
 * resource; FORBIDDEN; IMPERSONATING for a user who is changed during impersonation.
 */
export function stepsOf(
  { actor }: WriteConnection,
  { service: any, origins, consequences }: ChangesToUndo,
): UndoStep[] {
  const toStep = (change: StoredChange, isOrigin: boolean): UndoStep[] => {
    const { resource: name, record: id, action, changes: values } = change;
    const service = any.resources[name] ? any.serviceOf(name) : undefined;
    if (!service) {
      if (isOrigin) throw new ApiError('CANNOT_UNDO');
      return [];
    }
    const { fields, managedBy } = service.resource;
    if (isOrigin && !may(actor, service.resource, undoRights[action])) throw new ApiError('FORBIDDEN');
    if (isOrigin && managedBy === 'auth' && actor.impersonator !== null) throw new ApiError('IMPERSONATING');
    const names = Object.keys(values).filter((field) => {
      const known = fields[field];
      return known && (action === 'delete' || !isOrigin || maySet(actor, known));
    });
    if (names.length === 0 && action === 'update') {
      if (isOrigin) throw atRecord(new ApiError('CANNOT_UNDO'), { service, id });
      return [];
    }
    const valuesAt = (when: 'before' | 'after') =>
      Object.fromEntries(names.map((field) => [field, values[field]![when] ?? null]));
    return [{ change, service, id, isOrigin, before: valuesAt('before'), after: valuesAt('after') }];
  };
  return [
    ...origins.flatMap((change) => toStep(change, true)),
    ...consequences.flatMap((change) => toStep(change, false)),
  ];
}

/** Returns the steps of one kind of change. */
export const ofAction = (steps: readonly UndoStep[], action: StoredChange['action']) =>
  steps.filter(({ change }) => change.action === action);

/**
 * Returns the steps whose records have not been written since: an updated or created record still has the
 * values of the change; for the others it is the latest change.
 * @throws ApiError CHANGED_SINCE with the record and the fields with other values, unless `skips` is set.
 */
export async function unchangedOf(
  connection: WriteConnection,
  { steps, skips }: { steps: readonly UndoStep[]; skips: boolean },
): Promise<readonly UndoStep[]> {
  const { db } = connection;
  const idsOf = (some: readonly UndoStep[]) => some.map(({ id }) => id);
  const unchanged: UndoStep[] = [];
  for (const [service, some] of Map.groupBy(steps, (step) => step.service)) {
    const records = await readRecords(connection, {
      projection: service.projection(APPLICATION, undefined, 'stored'),
      ids: idsOf(some),
    });
    const ids = idsOf(some.filter((step) => !comparesValues(step)));
    const latest = await latestChanges(db, { resource: service.resource.name, ids });
    for (const step of some) {
      const { id, change, after } = step;
      const record = records.get(id);
      const isLatest = latest.get(id) === change.id && !(change.action === 'delete' && record !== undefined);
      const names = comparesValues(step)
        ? record && differences(service.resource, { record, values: after })
        : isLatest && [];
      if (names && names.length === 0) unchanged.push(step);
      else if (!skips) {
        const fields = names ? errorsAt(names, 'errors.changedSince') : undefined;
        throw atRecord(new ApiError('CHANGED_SINCE', fields), { service, id });
      }
    }
  }
  return unchanged;
}

const comparesValues = ({ change: { action } }: UndoStep): boolean =>
  action === 'update' || action === 'create';

const differences = (
  { fields }: Resource,
  { record, values }: { record: RecordJson; values: RecordValues },
): string[] =>
  Object.keys(values).filter((name) => {
    const now = recordedValue(fields[name], record[name]);
    return JSON.stringify(now) !== JSON.stringify(recordedValue(fields[name], values[name]));
  });
