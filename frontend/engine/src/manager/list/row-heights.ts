import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Density } from './density.tsx';
import type { ListRow } from './list-table.ts';

/** The layout of rows: one line of one of two heights, or two lines on a phone. */
export type RowLayout = Density | 'phone';

/** The height of a row before any row is measured. */
export const ROW_HEIGHTS: Readonly<Record<RowLayout, number>> = { compact: 38, comfortable: 48, phone: 66 };

/** The measured heights of the rows of a resource. */
interface RowHeights {
  readonly byId: Map<string, number>;
  readonly layout: RowLayout;
  /** The height of the rows that are not measured yet. Another estimate would move the rows after them. */
  estimate: number | undefined;
}

const known = new Map<string, RowHeights>();

/**
 * Returns the row heights of a resource. They outlive the list, so that Back finds every row in its position.
 */
export function heightsOf({ name }: Resource, layout: RowLayout): RowHeights {
  const last = known.get(name);
  const heights = last?.layout === layout ? last : { byId: new Map(), layout, estimate: undefined };
  known.set(name, heights);
  return heights;
}

/** Returns the measured height of a row, or the average of all. */
export function heightOf(heights: RowHeights, id: string): number {
  heights.estimate ??= averageOf(heights);
  return heights.byId.get(id) ?? heights.estimate;
}

function averageOf({ byId, layout }: RowHeights): number {
  if (byId.size === 0) return ROW_HEIGHTS[layout];
  return byId.values().reduce((sum, height) => sum + height, 0) / byId.size;
}

/** Measures all rows of a table body that contains no other rows. */
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
