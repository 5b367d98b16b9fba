import type { AffectedRecords, Deletion } from '#contract/resources/deletion.ts';
import type { Role } from '#contract/schema/index.ts';
import { type AllResources, mayRead } from '../query/labels.ts';
import type { ResourceService } from '../resource-service.ts';
import { effectsOf } from './deletion-effects.ts';
import { read } from './read.ts';

/**
 * Returns what deleting a record would delete, and what prevents it, without deleting anything.
 *
 * @throws ApiError NOT_FOUND when the record does not exist.
 */
export async function readDeletion(
  service: ResourceService,
  { id, role }: { id: string; role: Role },
): Promise<Deletion> {
  await read(service, { id, role });
  return deletionOf(service, { ids: [id], role });
}

/** Returns what deleting records together would delete, and what prevents it. */
export async function deletionOf(
  service: ResourceService,
  { ids, role }: { ids: readonly string[]; role: Role },
): Promise<Deletion> {
  const { resources, resource, database } = service;
  const { deleted, emptied, blocking } = await effectsOf({
    kysely: database.kysely,
    read: (query) => service.query(query, 'list'),
    resources,
    resource: resource.name,
    ids,
    lock: false,
  });
  const others = [...deleted].map(([name, all]): [string, number] => [
    name,
    all.size - (name === resource.name ? ids.length : 0),
  ]);
  const changed = [...emptied].map(([name, records]): [string, number] => [name, records.size]);
  return {
    deleted: reachedBy(role, { resources, counts: others }),
    changed: reachedBy(role, { resources, counts: changed }),
    blocking: reachedBy(role, { resources, counts: [...blocking] }),
  };
}

/** Returns the numbers by resource; those that the role may not read are summed up without a name. */
export function reachedBy(
  role: Role,
  { resources, counts }: { resources: AllResources; counts: readonly (readonly [string, number])[] },
): AffectedRecords[] {
  const isReadable = ([name]: readonly [string, number]) => mayRead(role, resources[name]!);
  const named = counts.filter(isReadable).map(([name, total]) => ({ resource: name, total }));
  const unnamed = counts.filter((count) => !isReadable(count)).reduce((total, [, more]) => total + more, 0);
  return [...named, { resource: null, total: unnamed }].filter(({ total }) => total > 0);
}
