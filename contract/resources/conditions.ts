import type { ResourceField } from '#contract/schema/index.ts';

/**
 * Returns whether a field applies to a record: always, unless its `when` names a field that has none of the listed
 * values. `read` returns the JSON value of a field of the record.
 */
export const fieldApplies = ({ when }: ResourceField, read: (name: string) => unknown): boolean =>
  Object.entries(when ?? {}).every(([name, values]) => values.some((value) => value === read(name)));

/** Returns the condition of a field in words, for readers of the OpenAPI document; undefined if it has none. */
export const conditionText = ({ when, isRequiredWhen }: ResourceField): string | undefined => {
  if (!when) return undefined;
  const conditions = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return `${isRequiredWhen ? 'Required' : 'Allowed'} only if ${conditions.join(' and ')}; null otherwise.`;
};
