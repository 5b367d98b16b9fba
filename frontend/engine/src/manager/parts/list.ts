/** The parts of pages with a list, for extensions and for the generated pages. */

export type { RecordIn } from '#frontend/shell/http/typed-records.ts';
export { type CellProps, defineColumns } from '../list/columns.ts';
export { ColumnsPopover } from '../list/columns-popover.tsx';
export { ListCount } from '../list/count.tsx';
export { DensitySwitch } from '../list/density.tsx';
export { FilterChips, FiltersButton, FiltersPopover } from '../list/filters/filters.tsx';
export { CreateLink, ListFrame } from '../list/list-frame.tsx';
export { ListMenu } from '../list/list-menu.tsx';
export { ListRows } from '../list/list-rows.tsx';
export { ListSearch, ListTools } from '../list/list-tools.tsx';
export { LoadMore } from '../list/load-more.tsx';
export { SelectionBar } from '../list/selection-bar.tsx';
export { useListPage } from '../list/use-list-page.ts';
export { ViewsBar } from '../list/views/views-bar.tsx';
