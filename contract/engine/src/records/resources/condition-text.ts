import { type ComparisonOption, comparisonOptions } from '#contract/schema/fields/compared.ts';
import type { ResourceField } from '#contract/schema/index.ts';

const COMPARED: Readonly<Record<ComparisonOption, string>> = {
  gt: 'Greater than',
  gte: 'Not less than',
  lt: 'Less than',
  lte: 'Not greater than',
};

/** Returns the condition of a field in words, for readers of the OpenAPI document; undefined if it has none. */
export const conditionText = ({ when, isRequiredWhen }: ResourceField): string | undefined => {
  if (!when) return undefined;
  const conditions = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return `${isRequiredWhen ? 'Required' : 'Allowed'} only if ${conditions.join(' and ')}; null otherwise.`;
};

/** Returns what a field compares with, likewise; empty if nothing. */
export const comparisonTexts = (field: ResourceField): string[] =>
  comparisonOptions.flatMap((by) =>
    field[by] === undefined ? [] : [`${COMPARED[by]} ${field[by]}, where both have a value.`],
  );
