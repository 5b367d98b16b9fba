import { unknownName } from '#contract/schema/error.ts';

/** Returns why a right does not exist, with the most similar name; undefined if it exists. */
export function unknownRight(
  [on, action]: readonly [on: string, action: string],
  rights: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (!Object.hasOwn(rights, on)) return `right: "${on}" ${unknownName(on, Object.keys(rights))}`;
  if (rights[on]!.includes(action)) return undefined;
  return `right: no role may ${action} "${on}": "${action}" ${unknownName(action, rights[on]!)}`;
}
