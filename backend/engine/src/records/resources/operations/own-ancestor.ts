import { fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { atRecord } from '../bulk/failed-record.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceId } from './recorded-values.ts';
import { kyselyOf } from './write.ts';

/** Returns the fields of a resource with one reference to the resource itself: each makes its records a tree. */
const selfReferences = ({ name, fields }: Resource): ResourceField[] =>
  Object.values<ResourceField>(fields).filter(({ to, join }) => to === name && !join);

/**
 * Returns whether an update may move a record in a tree; a hook may change the values, so with one it always
 * may.
 */
const mayMove = ({ resource, hooks }: ResourceService, values: readonly RecordValues[]) =>
  selfReferences(resource).some(
    ({ name }) => hooks.beforeUpdate !== undefined || values.some((one) => referenceId(one[name]) !== null),
  );

/**
 * Takes an advisory lock so that moves in a resource's trees run one at a time until the transaction ends:
 * two moves that do not see each other could close a cycle together. Call it before any record is locked, as
 * a transaction that waits for this lock must hold no record that another one needs.
 */
export async function lockTree(
  writing: WriteContext,
  { service, values }: { service: ResourceService; values: readonly RecordValues[] },
): Promise<void> {
  if (!mayMove(service, values)) return;
  const lockKey = `tree of ${service.resource.table}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`.execute(kyselyOf(writing));
}

/**
 * Checks that a record does not refer to itself or to one of its descendants.
 *
 * @throws ApiError INVALID that names the fields.
 */
export async function refuseCycles(
  writing: WriteContext,
  { resource, id, values }: { resource: Resource; id: string; values: RecordValues },
): Promise<void> {
  const wrong: string[] = [];
  for (const { name, column } of selfReferences(resource)) {
    const above = referenceId(values[name]);
    if (above === null) continue;
    const closesCycle =
      above === id || (await isDescendant(writing, { table: resource.table, column, above, id }));
    if (closesCycle) wrong.push(name);
  }
  if (wrong.length > 0) throw ownAncestor(wrong);
}

const ownAncestor = (names: readonly string[]): ApiError =>
  new ApiError('INVALID', {
    errors: Object.fromEntries(names.map((name) => [name, [fieldError(name, 'errors.ownAncestor')]])),
  });

/**
 * Checks after a write of several records that none of them has become its own ancestor. Only the result
 * counts, so records may also change places.
 *
 * @throws ApiError INVALID that names the record and the field.
 */
export async function refuseCyclesAmong(
  db: Transaction,
  { service, ids }: { service: ResourceService; ids: readonly string[] },
): Promise<void> {
  const { resource } = service;
  for (const { name, column } of ids.length > 0 ? selfReferences(resource) : []) {
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
    if (found) throw atRecord(ownAncestor([name]), { service, id: found.start });
  }
}

/** Returns whether a record is a descendant of another one. `union` stops at a cycle that already exists. */
async function isDescendant(
  writing: WriteContext,
  { table, column, above, id }: { table: string; column: string; above: unknown; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    with recursive way(id, above) as (
      select id, ${sql.ref(column)} from ${sql.table(table)} where id = ${above}
      union
      select record.id, record.${sql.ref(column)} from ${sql.table(table)} as record join way on record.id = way.above
    )
    select 1 from way where id = ${id} limit 1`.execute(kyselyOf(writing));
  return rows.length > 0;
}
