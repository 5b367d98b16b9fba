import type { AreaName, Pages } from './pages.ts';

/**
 * Returns the namespaces of the translations that extension pages add to the manager's menu or to the app's
 * tabs.
 */
export const menuNamespaces = (pages: Pages, area: AreaName): readonly string[] => [
  ...new Set(
    Object.values(pages).flatMap((page) => (page.menu && page.area === area ? (page.namespaces ?? []) : [])),
  ),
];
