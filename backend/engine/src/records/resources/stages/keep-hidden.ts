import { HIDDEN_ID, type ResourceField } from '@bindery/contract/schema/index.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { RecordValues } from '../hooks.ts';
import { limitedTarget, type ReadStatement, visibleIds } from '../query/limited-references.ts';
import type { ResourceService } from '../resource-service.ts';
import { referenceId, referenceIds } from './recorded-values.ts';

interface Changed {
  /** The values before, including hidden ones. */
  readonly before: RecordValues;
  readonly values: RecordValues;
}

/**
 * Restores the references that the actor may not read in the values of updates: a user can neither remove nor
 * move what no response shows them. One hidden reference is replaced only with a record that the user may
 * read.
 */
export async function keepHidden(
  { service, actor, query }: { service: ResourceService; actor: Actor; query: ReadStatement },
  records: readonly Changed[],
): Promise<RecordValues[]> {
  const { database, resource, resources } = service;
  const kept = records.map(({ values }) => ({ ...values }));
  for (const field of Object.values<ResourceField>(resource.fields)) {
    const target = limitedTarget(field, { viewer: actor, resources });
    const written = records.map(({ values }) => values[field.name] !== undefined);
    if (!target || !written.includes(true)) continue;
    const ids = records.flatMap(({ before }, index) =>
      written[index] ? referenceIds(before[field.name]) : [],
    );
    const visible = await visibleIds({ kysely: database.kysely, query }, { target, viewer: actor, ids });
    for (const [index, { before, values }] of records.entries()) {
      if (!written[index]) continue;
      const there = referenceIds(before[field.name]);
      const given = values[field.name];
      if (field.join) kept[index]![field.name] = merged(referenceIds(given), { there, visible });
      else if (there[0] !== undefined && !visible.has(there[0]) && isNothing(given))
        kept[index]![field.name] = there[0];
    }
  }
  return kept;
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
