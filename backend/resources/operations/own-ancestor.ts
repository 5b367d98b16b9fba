import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import type { RecordValues, WriteContext } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { kyselyOf, referenceId } from './write.ts';

/** Returns the fields of a resource that refer to the resource itself: each makes its records a tree. */
const selfReferences = ({ name, fields }: Resource): ResourceField[] =>
  Object.values<ResourceField>(fields).filter(({ to }) => to === name);

/**
 * Returns whether an update may move a record in a tree; a hook may change the values, so with one it always
 * may.
 */
const mayMove = ({ resource, hooks }: ResourceService, values: RecordValues) =>
  selfReferences(resource).some(
    ({ name }) => hooks.beforeUpdate !== undefined || referenceId(values[name]) !== null,
  );

/**
 * Takes an advisory lock so that moves in a resource's trees run one at a time until the transaction ends:
 * two moves that do not see each other could close a cycle together. Call it before any record is locked, as
 * a transaction that waits for this lock must hold no record that another one needs.
 */
export async function lockTree(
  writing: WriteContext,
  { service, values }: { service: ResourceService; values: RecordValues },
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
  if (wrong.length === 0) return;
  throw new ApiError('INVALID', {
    errors: Object.fromEntries(wrong.map((name) => [name, [fieldError(name, 'errors.ownAncestor')]])),
  });
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
