import type { Resource } from '#contract/schema/index.ts';
import type { ListRow } from './list-table.ts';

/** The height of a row with one line, until one is measured. */
export const ONE_LINE = 45;

/** The heights of rows by record id, as measured last. */
export type RowHeights = Map<string, number>;

const known = new Map<string, RowHeights>();

/** Returns the row heights of a resource. They outlive the list, so that Back finds every row in its place. */
export function heightsOf({ name }: Resource): RowHeights {
  const heights = known.get(name) ?? new Map<string, number>();
  known.set(name, heights);
  return heights;
}

/** Returns the average height, for rows that have not been measured. */
export function averageOf(heights: RowHeights): number {
  if (heights.size === 0) return ONE_LINE;
  return heights.values().reduce((sum, height) => sum + height, 0) / heights.size;
}

/** Measures all rows of a table body that has no others. */
export function measureRows(
  heights: RowHeights,
  body: HTMLTableSectionElement,
  rows: readonly ListRow[],
): void {
  const elements = [...body.rows];
  for (const [index, { id }] of rows.entries())
    heights.set(id, elements[index]!.getBoundingClientRect().height);
}
