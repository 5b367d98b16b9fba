import drawings from 'virtual:bindery/drawings';
import { type ComponentType, lazy } from 'react';
import type { SheetsProps } from './sheets.tsx';

/**
 * The drawing of the sign-in pages and the home page, which an extension may provide in `parts/drawing.tsx`.
 */
export const [Drawing] = Object.values(drawings);

/** Stitched sheets, where there is no other drawing. They decorate, so nothing fails without them. */
export const Sheets = lazy<ComponentType<SheetsProps>>(() =>
  import('./sheets.tsx').catch(() => ({ default: () => null })),
);
