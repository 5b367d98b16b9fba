import { idOf, matches } from '@bindery/contract/records/rows/matches.ts';
import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { EntryFixture } from './entry-fixture.ts';

type Json = Readonly<Record<string, unknown>>;

interface Filtered {
  readonly filter: RowFilter | undefined;
  readonly record: Json;
}

/** Returns whether a record satisfies a filter, evaluated in memory; reads the records that it refers to. */
export async function satisfies(fixture: EntryFixture, { filter, record }: Filtered): Promise<boolean> {
  if (filter === undefined) return true;
  const targets = await targetsIn(fixture, { filter, record });
  return matches(filter, record, (field, id) => targets.get(`${field.to} ${id}`) ?? null) === true;
}

/** Returns the records that a filter reads through references, by resource and id. */
async function targetsIn(
  fixture: EntryFixture,
  { filter, record }: { filter: RowFilter; record: Json },
): Promise<Map<string, Json>> {
  const found = new Map<string, Json>();
  const add = async (
    field: ResourceField,
    { target, id, further }: { target: Resource; id: unknown; further: RowFilter },
  ) => {
    const json = typeof id === 'string' ? await fixture.find(target, id) : undefined;
    if (!json) return;
    found.set(`${field.to} ${id}`, json);
    const beyond = await targetsIn(fixture, { filter: further, record: json });
    for (const [key, one] of beyond) found.set(key, one);
  };
  const parts = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [];
  for (const part of 'not' in filter ? [filter.not] : parts)
    for (const [key, value] of await targetsIn(fixture, { filter: part, record })) found.set(key, value);
  if ('reference' in filter) {
    const { reference, target } = filter;
    const value = record[reference.name];
    const id = idOf(value);
    await add(reference, { target, id, further: filter.filter });
  }
  if ('some' in filter && 'target' in filter) {
    const ids = [record[filter.some.name] ?? []].flat();
    for (const value of ids)
      await add(filter.some, { target: filter.target, id: idOf(value), further: filter.filter });
  }
  return found;
}
