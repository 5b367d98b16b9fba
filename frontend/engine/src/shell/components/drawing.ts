import drawings from 'virtual:bindery/drawings';
import { type ComponentType, lazy } from 'react';

/**
 * The drawing of the sign-in pages and the home page, which an extension may provide in `parts/drawing.tsx`.
 */
export const [Drawing] = Object.values(drawings);

/** Returns a component that is loaded when it is rendered; if that fails, it is nothing. */
export const optional = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })));

/** Stitched sheets, where there is no other drawing. */
export const Sheets = optional(() => import('./sheets.tsx'));
