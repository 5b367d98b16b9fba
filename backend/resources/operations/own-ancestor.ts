import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import type { RecordValues } from '../hooks.ts';
import type { ResourceService } from '../resource-service.ts';
import { kyselyOf, type RoleWriteContext, referenceId } from './write.ts';

/** The fields of a resource that refer to the resource itself: each of them makes a tree of its records. */
const selfReferences = ({ name, fields }: Resource): ResourceField[] =>
  Object.values<ResourceField>(fields).filter(({ to }) => to === name);

/** Whether a change may put a record elsewhere in a tree: also where a rule may still change what is written. */
const mayMove = ({ resource, hooks }: ResourceService, values: RecordValues) =>
  selfReferences(resource).some(
    ({ name }) => hooks.beforeUpdate !== undefined || referenceId(values[name]) !== null,
  );

/**
 * Has changes of where records of a resource stand take turns, until the end of the transaction: two of them that do not
 * see each other yet could close a circle together. To be asked for before any record is locked, as all who wait for a
 * turn would otherwise keep a record from whoever has it.
 */
export async function takeTurnInTree(
  writing: RoleWriteContext,
  { service, values }: { service: ResourceService; values: RecordValues },
): Promise<void> {
  if (!mayMove(service, values)) return;
  const turn = `tree of ${service.resource.table}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(kyselyOf(writing));
}

/**
 * Refuses references of a record to itself, or to one that stands below it.
 *
 * @throws ApiError INVALID that names the fields.
 */
export async function refuseOwnAncestors(
  writing: RoleWriteContext,
  { resource, id, values }: { resource: Resource; id: string; values: RecordValues },
): Promise<void> {
  const wrong: string[] = [];
  for (const { name, column } of selfReferences(resource)) {
    const above = referenceId(values[name]);
    if (above === null) continue;
    const leadsBack = above === id || (await isBelow(writing, { table: resource.table, column, above, id }));
    if (leadsBack) wrong.push(name);
  }
  if (wrong.length === 0) return;
  throw new ApiError('INVALID', {
    errors: Object.fromEntries(wrong.map((name) => [name, [fieldError(name, 'errors.ownAncestor')]])),
  });
}

/** Whether the way up from a record comes past another one. A circle from before is gone round once: `union` sees to it. */
async function isBelow(
  writing: RoleWriteContext,
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
