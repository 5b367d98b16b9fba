import type { Resource } from '#contract/schema/index.ts';

/** What stands in a label for a field without a value. */
export const NO_VALUE = '–';

/** A value as a label shows it; undefined where there is none. A reference is called by its own label. */
const shown = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  const { id, label } = value as { readonly id?: unknown; readonly label?: unknown };
  return typeof label === 'string' && label !== id ? label : undefined;
};

/**
 * The text that stands for a record in titles, links and queries, made of its JSON: the same that a reference to
 * it brings along. It is the id where none of the label's fields has a value.
 */
export const labelOf = (
  { labelParts }: Pick<Resource, 'labelParts'>,
  item: Readonly<Record<string, unknown>> & { readonly id: string },
): string => {
  const values = labelParts.map((part) => ('field' in part ? shown(item[part.field]) : undefined));
  if (values.every((value) => value === undefined)) return item.id;
  return labelParts.map((part, index) => ('text' in part ? part.text : (values[index] ?? NO_VALUE))).join('');
};
