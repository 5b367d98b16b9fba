import type { ResourceField } from '#contract/schema/index.ts';

/** Returns the condition of a field in words, for readers of the OpenAPI document; undefined if it has none. */
export const conditionText = ({ when, isRequiredWhen }: ResourceField): string | undefined => {
  if (!when) return undefined;
  const conditions = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return `${isRequiredWhen ? 'Required' : 'Allowed'} only if ${conditions.join(' and ')}; null otherwise.`;
};
