import type { AffectedRecords, Deletion } from '@bindery/contract/records/resources/routes.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { mayRead } from '../query/rights.ts';
import { rowsOf } from '../query/scope.ts';
import { oneOf } from '../query/sql-fragment.ts';
import type { ResourceService } from '../resource-service.ts';
import { computeDeletionEffects, type Reached } from './deletion-effects.ts';

/** Archiving changes only the records themselves. */
const ARCHIVES_ONLY: Deletion = { deleted: [], changed: [], blocking: [] };

/** Returns what deleting records together would delete, and what prevents it. */
export async function deletionOf(
  service: ResourceService,
  { ids, actor, archived }: { ids: readonly string[]; actor: Actor; archived?: boolean | undefined },
): Promise<Deletion> {
  const { resources, resource, database } = service;
  if (resource.archive && !archived) return ARCHIVES_ONLY;
  const { deleted, emptied, blocking, hidden } = await computeDeletionEffects({
    kysely: database.kysely,
    query: (statement) => service.query(statement, 'list'),
    resources,
    resource: resource.name,
    ids,
    actor,
    lock: false,
  });
  // Those that prevent the deletion are not deleted or changed.
  const describe = async (reached: ReadonlyMap<string, Iterable<string>>) => {
    const counting = [...reached].map(async ([name, all]) => {
      const allowed = [...all].filter((id) => !hidden.get(name)?.has(id));
      const found = rowsOf(database.kysely, { resource: resources[name]!, actor })
        .select(sql<number>`count(*)::int`.as('visible'))
        .where(sql.ref('record.id'), '=', oneOf(allowed));
      const [row] = allowed.length > 0 ? await service.query(found, 'list') : [];
      return [name, { total: allowed.length, visible: row?.visible ?? 0 }] as const;
    });
    return reachedBy(actor, { resources, counts: await Promise.all(counting) });
  };
  const given = new Set(ids);
  const cascaded = [...deleted.get(resource.name)!].filter((id) => !given.has(id));
  const others = new Map<string, Iterable<string>>(deleted).set(resource.name, cascaded);
  return {
    deleted: await describe(others),
    changed: await describe(new Map([...emptied].map(([name, records]) => [name, records.keys()]))),
    blocking: reachedBy(actor, { resources, counts: [...blocking] }),
  };
}

/** Returns the numbers by resource; records that the user may not read are summed up without a name. */
export function reachedBy(
  actor: Actor,
  { resources, counts }: { resources: AllResources; counts: readonly (readonly [string, Reached])[] },
): AffectedRecords[] {
  const split = counts.map(([name, { total, visible }]) => {
    const shown = mayRead(actor, resources[name]!) ? visible : 0;
    return { name, shown, hidden: total - shown };
  });
  const named = split.map(({ name, shown }) => ({ resource: name, total: shown }));
  const unnamed = split.reduce((total, { hidden }) => total + hidden, 0);
  return [...named, { resource: null, total: unnamed }].filter(({ total }) => total > 0);
}
