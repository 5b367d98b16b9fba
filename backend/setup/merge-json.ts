import { isDeepStrictEqual } from 'node:util';

type JsonObject = Readonly<Record<string, unknown>>;

/** The three versions of a merge: that of the common commit, and those of both sides. */
export interface Versions {
  readonly base: unknown;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Both sides have changed the same value, each to another one. */
export class JsonConflict extends Error {
  override name = 'JsonConflict';
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges JSON by its keys: what one side alone has changed, added or removed is taken from it. Keys stand in our order,
 * and each of theirs behind the one that it follows there.
 *
 * @throws JsonConflict with the path of the first value that both sides have changed.
 */
export function mergeJson({ base, ours, theirs }: Versions, path = ''): unknown {
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return ours;
  if (isDeepStrictEqual(base, ours)) return theirs;
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
