/**
 * The parts of pages of the manager, which load antd: lists, records, forms, imports, panels, and the inputs
 * of a field kind of your own. Ejected pages are made of them.
 *
 * @example
 * import type { RecordIn } from '@bindery/frontend/http';
 * import { Page, Panel, type RecordProps } from '@bindery/frontend/manager';
 *
 * export default function ShelfPanel({ item }: RecordProps<RecordIn<'books'>>) {
 *   return <Panel title="Shelf">{item.author}</Panel>;
 * }
 *
 * export const ShelvesPage = () => <Page title="Shelves">…</Page>;
 */
export { useUndoToast } from '../manager/bulk/use-bulk.ts';
export { ImportFrame } from '../manager/csv/import-page.tsx';
export { ImportStep } from '../manager/csv/import-step.tsx';
export { useImport } from '../manager/csv/use-import.ts';
export { DashboardPanel } from '../manager/dashboard/dashboard-panel.tsx';
export { useErrorTexts } from '../manager/field-errors.ts';
export type {
  FieldFilter,
  FieldKind,
  FilterOperator,
  FilterProps,
  InputProps,
  ShowProps,
} from '../manager/fields/base/field.ts';
export { NumberFilter, NumberInput, numberOperators } from '../manager/fields/inputs/number-input.tsx';
export { CreateFrame, CreateRecordForm, useCreatePage } from '../manager/form/create-page.tsx';
export { FieldsForm } from '../manager/form/fields-form.tsx';
export { FormField } from '../manager/form/form-field.tsx';
export { FormSection } from '../manager/form/section.tsx';
export { UpdateFrame, UpdateRecordForm, useUpdatePage } from '../manager/form/update-page.tsx';
export { type Crumb, Page } from '../manager/layout/page.tsx';
export { type CellProps, defineColumns } from '../manager/list/columns.ts';
export { DensitySwitch } from '../manager/list/density.tsx';
export { FilterChips, FiltersButton, FiltersPopover } from '../manager/list/filters/filters.tsx';
export { CreateLink, ListFrame, LoadMore } from '../manager/list/list-frame.tsx';
export { ListRows } from '../manager/list/list-rows.tsx';
export { ColumnsPopover, ListCount, ListMenu, ListSearch, ListTools } from '../manager/list/list-tools.tsx';
export { SelectionBar } from '../manager/list/selection-bar.tsx';
export { useListPage } from '../manager/list/use-list-page.ts';
export { ViewsBar } from '../manager/list/views/views-bar.tsx';
export type {
  BulkActionsProps,
  ExtensionIcons,
  RecordProps,
  Restrictions,
  RestrictRecord,
  ShowPageProps,
} from '../manager/overrides.ts';
export { RelatedPanels } from '../manager/related/related-panels.tsx';
export { Detail, Details, DetailsSection } from '../manager/show/details.tsx';
export { HistoryPanel } from '../manager/show/history-panel.tsx';
export { RecordActions } from '../manager/show/record-actions.tsx';
export { Panel, RecordFrame, RecordPanels } from '../manager/show/record-frame.tsx';
export { useDoneToast } from '../manager/toasts/toasts.tsx';
