import { idOf, matches } from '@bindery/contract/records/rows/matches.ts';
import type { ParsedCondition } from '@bindery/contract/records/rows/parse-condition.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { EntryFixture } from './entry-fixture.ts';

type Json = Readonly<Record<string, unknown>>;

interface Conditioned {
  readonly condition: ParsedCondition | undefined;
  readonly record: Json;
}

/** Returns whether a record satisfies a condition, evaluated in memory; the records that it refers to are read. */
export async function satisfies(fixture: EntryFixture, { condition, record }: Conditioned): Promise<boolean> {
  if (condition === undefined) return true;
  const targets = await targetsIn(fixture, { condition, record });
  return matches(condition, record, (field, id) => targets.get(`${field.to} ${id}`) ?? null) === true;
}

/** Returns the records that a condition asks for by references, by resource and id. */
async function targetsIn(
  fixture: EntryFixture,
  { condition, record }: { condition: ParsedCondition; record: Json },
): Promise<Map<string, Json>> {
  const found = new Map<string, Json>();
  const add = async (
    field: ResourceField,
    { target, id, further }: { target: Resource; id: unknown; further: ParsedCondition },
  ) => {
    const json = typeof id === 'string' ? await fixture.find(target, id) : undefined;
    if (!json) return;
    found.set(`${field.to} ${id}`, json);
    const beyond = await targetsIn(fixture, { condition: further, record: json });
    for (const [key, one] of beyond) found.set(key, one);
  };
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  for (const part of 'not' in condition ? [condition.not] : parts)
    for (const [key, value] of await targetsIn(fixture, { condition: part, record })) found.set(key, value);
  if ('reference' in condition) {
    const { reference, target } = condition;
    const value = record[reference.name];
    const id = idOf(value);
    await add(reference, { target, id, further: condition.condition });
  }
  if ('some' in condition && 'target' in condition) {
    const ids = [record[condition.some.name] ?? []].flat();
    for (const value of ids)
      await add(condition.some, { target: condition.target, id: idOf(value), further: condition.condition });
  }
  return found;
}
