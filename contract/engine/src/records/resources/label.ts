import type { Resource } from '#contract/schema/index.ts';

/** The placeholder in a label for an empty field. */
export const NO_VALUE = '–';

/** Formats a value for a label; undefined if empty. A reference becomes its label. */
const formatValue = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  const { id, label } = value as { readonly id?: unknown; readonly label?: unknown };
  return typeof label === 'string' && label !== id ? label : undefined;
};

/**
 * Returns the label of a record in titles, links and confirmations, computed from its JSON: the same label as
 * in a reference to the record. Falls back to the id if none of the label's fields has a value.
 */
export const labelOf = (
  { labelParts }: Pick<Resource, 'labelParts'>,
  item: Readonly<Record<string, unknown>> & { readonly id: string },
): string => {
  const values = labelParts.map((part) => ('field' in part ? formatValue(item[part.field]) : undefined));
  if (values.every((value) => value === undefined)) return item.id;
  return labelParts.map((part, index) => ('text' in part ? part.text : (values[index] ?? NO_VALUE))).join('');
};
