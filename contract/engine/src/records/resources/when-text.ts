import { type ComparisonOption, comparisonOptions } from '#contract/schema/fields/compared.ts';
import type { ResourceField } from '#contract/schema/index.ts';

const COMPARED: Readonly<Record<ComparisonOption, string>> = {
  gt: 'Greater than',
  gte: 'At least',
  lt: 'Less than',
  lte: 'At most',
};

/** Returns the `when` of a field as a sentence of the OpenAPI document; undefined without one. */
export const whenText = ({ when, isRequiredWhen }: ResourceField): string | undefined => {
  if (!when) return undefined;
  const clauses = Object.entries(when).map(([name, values]) => `${name} is ${values.join(' or ')}`);
  return `${isRequiredWhen ? 'Required' : 'Allowed'} only if ${clauses.join(' and ')}; null otherwise.`;
};

/**
 * Returns the constraints between a field and others as sentences of the OpenAPI document; empty without any.
 */
export const comparisonTexts = (field: ResourceField): string[] =>
  comparisonOptions.flatMap((by) =>
    field[by] === undefined ? [] : [`${COMPARED[by]} ${field[by]}, where both have a value.`],
  );
