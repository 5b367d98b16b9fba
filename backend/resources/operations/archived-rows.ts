import { ApiError } from '#backend/http/api-error.ts';
import { allows, type Resource } from '#contract/schema/index.ts';
import type { Rows } from '../query/scope.ts';
import type { Reader } from '../query/viewer.ts';

/** Returns whether a user may see the archive of a resource. */
export const maySeeArchive = (resource: Resource, { role, isApplication, isReadOnly }: Reader): boolean =>
  isApplication ? resource.archive : !isReadOnly && allows(resource, { role, action: 'restore' });

/**
 * Returns the rows that a request is about: those in use, or those of the archive where it asks for them.
 *
 * @throws ApiError FORBIDDEN for the archive, where the user may not see it or there is none.
 */
export function rowsAsked(
  resource: Resource,
  { actor, archived = false }: { actor: Reader; archived?: boolean | undefined },
): Rows {
  if (!archived) return 'live';
  if (!maySeeArchive(resource, actor)) throw new ApiError('FORBIDDEN');
  return 'archived';
}

/** Returns the rows whose history a user may read. */
export const rowsOfHistory = (resource: Resource, actor: Reader): Rows =>
  maySeeArchive(resource, actor) ? 'all' : 'live';
