import type { Resource } from '#contract/schema/index.ts';
import type { ListRow } from './list-table.ts';

/** The height of a row with one line, until one is measured. */
export const ONE_LINE = 45;

/** The heights of the rows of a resource, as measured last. */
export interface RowHeights {
  readonly byId: Map<string, number>;
  /** The height of the rows that have not been measured. Another estimate would move those after them. */
  estimate: number | undefined;
}

const known = new Map<string, RowHeights>();

/** Returns the row heights of a resource. They outlive the list, so that Back finds every row in its place. */
export function heightsOf({ name }: Resource): RowHeights {
  const heights = known.get(name) ?? { byId: new Map(), estimate: undefined };
  known.set(name, heights);
  return heights;
}

/** Returns the measured height of a row, or the average of all. */
export function heightOf(heights: RowHeights, id: string): number {
  heights.estimate ??= averageOf(heights.byId);
  return heights.byId.get(id) ?? heights.estimate;
}

function averageOf(heights: ReadonlyMap<string, number>): number {
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
    heights.byId.set(id, elements[index]!.getBoundingClientRect().height);
  heights.estimate = undefined;
}
