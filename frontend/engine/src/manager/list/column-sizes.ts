import type { Resource } from '@bindery/contract/schema/index.ts';
import { useMemo, useState } from 'react';

/** The column widths that a user has set, in pixels, by field name. */
export type ColumnSizes = Readonly<Record<string, number>>;

/** The minimum and maximum column width. */
export const MIN_SIZE = 64;
export const MAX_SIZE = 960;

/**
 * Returns the column widths of a list, and a function that changes them. They are stored in this browser,
 * separately for each saved view, because each view shows other columns.
 */
export function useColumnSizes(
  resource: Resource,
  view: string,
): [ColumnSizes, (sizes: ColumnSizes) => void] {
  const key = `managerColumnSizes.${resource.name}${view && `.${view}`}`;
  const stored = useMemo(() => readSizes(key), [key]);
  const [changed, setChanged] = useState({ key, sizes: stored });
  const change = (sizes: ColumnSizes) => {
    setChanged({ key, sizes });
    storeSizes(key, sizes);
  };
  return [changed.key === key ? changed.sizes : stored, change];
}

function readSizes(key: string): ColumnSizes {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(Object.entries(Object(stored)).filter(isSize));
  } catch {
    return {};
  }
}

const isSize = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && entry[1] >= MIN_SIZE && entry[1] <= MAX_SIZE;

function storeSizes(key: string, sizes: ColumnSizes): void {
  try {
    if (Object.keys(sizes).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(sizes));
  } catch {
    // The storage is blocked: the widths last until the user leaves the page.
  }
}
