import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Order, ResourceField } from '@bindery/contract/schema/index.ts';
import {
  type Column,
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  metaHelper,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Row as TanstackRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import {
  type ColumnChoice,
  type ColumnDefinition,
  type ColumnSizes,
  type CustomColumn,
  FEW_COLUMNS,
  type FieldColumn,
  withCustomColumns,
} from './columns.ts';
import type { List } from './state/use-list.ts';
import type { ListSelection } from './use-selection.ts';

/** The content of a column of a list: its definition, and what its field adds. */
interface ListColumnMeta extends Omit<FieldColumn, 'field'> {
  /** Undefined for a custom column. */
  readonly field?: ResourceField;
  readonly label: string;
  /** The text for a field without a value, if there is one. */
  readonly none?: string | undefined;
  /** Whether users know a record by the value: it is its label, unique, or found by the search. */
  readonly isName: boolean;
  /** See `FieldKind`; 0 for a column without a share to which the user has given a width. */
  readonly share?: number | undefined;
  readonly atEnd?: boolean | undefined;
}

const features = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  columnOrderingFeature,
  rowSelectionFeature,
  columnMeta: metaHelper<ListColumnMeta>(),
  tableMeta: metaHelper<Pick<ColumnChoice, 'isDefault' | 'isSmall' | 'sizes' | 'resize'>>(),
});

const helper = createColumnHelper<typeof features, ManagerRecord>();

/** A column of the table; its id is the name of its field. */
export type ListColumn = Column<typeof features, ManagerRecord>;

/** The table of a list: a react-table over the loaded rows. */
export type ListTable = ReactTable<typeof features, ManagerRecord>;

/** A row of the table: `original` is its record. */
export type ListRow = TanstackRow<typeof features, ManagerRecord>;

const toSorting = (order: readonly Order[]): SortingState =>
  order.map(({ field, direction }) => ({ id: field, desc: direction === 'desc' }));

const toOrder = (sorting: SortingState): Order[] =>
  sorting.map(({ id, desc }) => ({ field: id, direction: desc ? 'desc' : 'asc' }));

/** How many times its share the column of the label takes, by which users find a record. */
const LABEL_SHARE = 1.5;

interface ListTableOptions {
  list: List;
  columns: readonly ColumnDefinition[];
  choice: ColumnChoice;
  selection: ListSelection;
}

/**
 * Returns the table of a list. Its state is stored elsewhere: the sort columns in the URL, the columns and
 * the selected rows in the given choice and selection. The server sorts the rows.
 */
export function useListTable({ list, columns, choice, selection }: ListTableOptions): ListTable {
  const { resource, items, order, ask } = list;
  const { state, isDefault, isSmall, change, sizes, resize } = choice;
  const sized = Object.keys(sizes).sort().join();
  const { language } = useLanguage();
  const labels = useLabels();
  // New columns render every row again, so only another resource or language creates them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels depend on the language, a column on whether it has a width
  const tableColumns = useMemo(() => {
    const fields = new Map(fieldsOf(resource).map((field) => [field.name, field]));
    return columns.flatMap((column) => {
      if (!('field' in column)) return customColumn(column);
      const field = fields.get(column.field);
      if (!field) return [];
      const { share: ownShare, atEnd } = fieldComponents(field.kind);
      const isLabel = field.name === resource.label;
      // The texts of a column with a custom width are cut, even short ones.
      const otherShare = sizes[field.name] === undefined ? undefined : 0;
      const share = ownShare === undefined ? otherShare : ownShare * (isLabel ? LABEL_SHARE : 1);
      return helper.accessor(({ [field.name]: value }) => value, {
        id: field.name,
        enableSorting: field.sort,
        meta: {
          ...column,
          field,
          share,
          atEnd,
          isName: isLabel || field.unique || field.search,
          label: labels.field(resource, field),
          none: labels.none(resource, field),
        },
      });
    });
  }, [resource, columns, language, sized]);
  const columnOrder = useMemo(
    () => withCustomColumns(state.columnOrder, columns),
    [state.columnOrder, columns],
  );
  // A new array on every render would be published as a change of state, and so render forever.
  const sorting = useMemo(() => toSorting(order), [order]);
  return useTable({
    features,
    columns: tableColumns,
    data: items,
    getRowId: ({ id }) => id,
    state: { sorting, rowSelection: selection.rows, ...state, columnOrder },
    meta: { isDefault, isSmall, sizes, resize },
    manualSorting: true,
    sortDescFirst: false,
    enableSortingRemoval: false,
    onSortingChange: (update) => ask({ order: toOrder(functionalUpdate(update, sorting)) }),
    onRowSelectionChange: selection.change,
    onColumnOrderChange: (update) => change({ columnOrder: functionalUpdate(update, state.columnOrder) }),
    onColumnVisibilityChange: (update) =>
      change({ columnVisibility: functionalUpdate(update, state.columnVisibility) }),
  });
}

const customColumn = ({ name, label, ...shown }: CustomColumn) =>
  helper.accessor((): unknown => undefined, {
    id: name,
    enableSorting: false,
    meta: { ...shown, isName: false, label: translate(label) },
  });

/** Returns the visible field columns, which can be moved, in order. */
export const movableColumns = (table: ListTable) =>
  table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta!.field);

/** Returns the names of the fields that are shown, in their order. */
export const visibleFields = (table: ListTable): string[] => movableColumns(table).map(({ id }) => id);

/** Returns the percentage of the table's width that each column shares; undefined for columns without one. */
export function sharesOf(columns: readonly ListColumn[], sizes: ColumnSizes): (string | undefined)[] {
  const shares = columns.map(({ id, columnDef }) =>
    sizes[id] === undefined ? (columnDef.meta!.share ?? 0) : 0,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (share > 0 ? `${(share / all) * 100}%` : undefined));
}

/** Returns whether a list that has few columns by default shows no more: true, or undefined. */
export const hasFewColumns = (table: ListTable): true | undefined =>
  (table.options.meta!.isSmall && table.getVisibleLeafColumns().length <= FEW_COLUMNS) || undefined;

interface Toggle {
  table: ListTable;
  column: ListColumn;
  /** Whether to keep the other sort columns. */
  multi: boolean;
}

/**
 * Sorts a list by a column, or in the other direction if it is sorted by it already. With `multi`, the column
 * becomes the last sort column, then is reversed, then is removed.
 */
export function toggleSort({ table, column, multi }: Toggle): void {
  // A column that is added to an invisible one would have no visible effect.
  const isSorted = table.getVisibleLeafColumns().some((visible) => visible.getIsSorted());
  const keepsOthers = multi && isSorted;
  const isLastTurn = column.getIsSorted() === 'desc' && table.state.sorting.length > 1;
  if (keepsOthers && isLastTurn) column.clearSorting();
  else column.toggleSorting(undefined, keepsOthers);
}

/** The target position of a column: a side of another column. */
export interface Drop {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** Moves a column of a list next to another one. A custom column stays behind the column that precedes it. */
export function moveColumn(table: ListTable, id: string, { id: target, side }: Drop): void {
  table.setColumnOrder((order) => {
    const others = order.filter((name) => name !== id);
    const place = others.indexOf(target);
    if (place < 0 || !order.includes(id)) return order;
    return others.toSpliced(side === 'after' ? place + 1 : place, 0, id);
  });
}
