import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { runAhead } from '#backend/database/query.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import type { RecordValues } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceId } from './recorded-values.ts';

/** Records in an order in which each comes after those that it depends on. */
interface Ordered<Record> {
  readonly ordered: readonly Record[];
  /** The records of cycles and those that depend on them, which have no such order. */
  readonly cyclic: readonly Record[];
}

/** Sorts records topologically; otherwise they stay in their order. */
export function inReferenceOrder<Record>(
  records: readonly Record[],
  dependenciesOf: (record: Record) => readonly Record[],
): Ordered<Record> {
  const waiting = new Map<Record, number>();
  const dependents = new Map<Record, Record[]>();
  for (const record of records) {
    const dependencies = [...new Set(dependenciesOf(record))].filter((other) => other !== record);
    waiting.set(record, dependencies.length);
    for (const other of dependencies) dependents.set(other, [...(dependents.get(other) ?? []), record]);
  }
  const ordered = records.filter((record) => waiting.get(record) === 0);
  for (const record of ordered)
    for (const dependent of dependents.get(record) ?? []) {
      const left = waiting.get(dependent)! - 1;
      waiting.set(dependent, left);
      if (left === 0) ordered.push(dependent);
    }
  const done = new Set(ordered);
  return { ordered, cyclic: records.filter((record) => !done.has(record)) };
}

/** Returns the fields of a resource with one reference to itself: each makes its records a tree. */
export const treeFields = ({ name, fields }: Resource): ResourceField[] =>
  Object.values(fields).filter(({ to, join }) => to === name && !join);

/** Returns whether an update may move a record in a tree; with a hook always, as it may change values. */
const mayMove = ({ resource, hooks }: ResourceService, values: readonly RecordValues[]) =>
  treeFields(resource).some(
    ({ name }) => hooks.beforeUpdate !== undefined || values.some((one) => referenceId(one[name]) !== null),
  );

/**
 * Takes an advisory lock so that moves in a resource's trees run one at a time until the transaction ends:
 * two moves that do not see each other could close a cycle together. Call it before any record is locked,
 * because a transaction that waits for this lock must hold no record that another one needs.
 */
export async function lockTree(
  db: Transaction,
  { service, values }: { service: ResourceService; values: readonly RecordValues[] },
): Promise<void> {
  if (!mayMove(service, values)) return;
  const lockKey = `tree of ${service.resource.table}`;
  await runAhead(db, sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`.compile(db));
}

/** Returns the first of some records that has become its own ancestor, with the error at the field. */
export async function findCycle(
  db: Transaction,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): Promise<{ readonly id: string; readonly error: ApiError } | undefined> {
  for (const { name, column } of ids.length > 0 ? treeFields(resource) : []) {
    const {
      rows: [found],
    } = await sql<{ start: string }>`
      with recursive way(start, above) as (
        select id, ${sql.ref(column)} from ${sql.table(resource.table)} where id = any(${ids}::uuid[])
        union
        select way.start, record.${sql.ref(column)} from ${sql.table(resource.table)} as record
          join way on record.id = way.above
      )
      select start from way where above = start order by start limit 1`.execute(db);
    if (found)
      return { id: found.start, error: new ApiError('INVALID', errorsAt(name, 'errors.ownAncestor')) };
  }
  return undefined;
}
