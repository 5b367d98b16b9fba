import { isDeepStrictEqual } from 'node:util';
import type { Versions } from './merge-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Both sides have changed the same value, each to another one. */
export class JsonConflict extends Error {
  override name = 'JsonConflict';
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the items of a list by their names, such as those of the tables of a snapshot; undefined where they have none. */
function byName(list: unknown): JsonObject | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = list.map((item: unknown): [unknown, unknown] => [
    isObject(item) && (item.name ?? item.keyName),
    item,
  ]);
  const named = Object.fromEntries(items.filter(([name]) => typeof name === 'string'));
  return Object.keys(named).length === list.length ? named : undefined;
}

/**
 * Merges JSON by its keys: what one side alone has changed, added or removed is taken from it, and what we have removed
 * stays away, whatever they have changed in it. Keys stand in our order, and each of theirs behind the one that it
 * follows there. Lists whose items have names are merged as if these were keys.
 *
 * @throws JsonConflict with the path of the first value that both sides have changed.
 */
export function mergeJson({ base, ours, theirs }: Versions<unknown>, path = ''): unknown {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return ours;
  if (isDeepStrictEqual(base, ours)) return theirs;
  if (ours === undefined) return undefined;
  const lists = [ours, theirs].map(byName);
  if (lists[0] && lists[1]) {
    const merged = mergeJson({ base: byName(base), ours: lists[0], theirs: lists[1] }, path);
    return Object.values(merged as JsonObject);
  }
  if (!isObject(ours) || !isObject(theirs)) throw new JsonConflict(path);
  const was = isObject(base) ? base : {};
  const merged = orderOf(ours, theirs).flatMap((name): [string, unknown][] => {
    const versions = { base: was[name], ours: ours[name], theirs: theirs[name] };
    const value = mergeJson(versions, path === '' ? name : `${path}.${name}`);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(merged);
}

function orderOf(ours: JsonObject, theirs: JsonObject): string[] {
  const order = Object.keys(ours);
  for (const [index, name] of Object.keys(theirs).entries()) {
    if (order.includes(name)) continue;
    const before = Object.keys(theirs)[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
  }
  return order;
}
