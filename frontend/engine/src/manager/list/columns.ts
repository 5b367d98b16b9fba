import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import { type ComponentType, useMemo, useState } from 'react';
import { store } from '#frontend/shell/browser/stored.ts';
import type { FieldNameIn, RecordIn } from '#frontend/shell/http/typed-records.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import type { ManagerRecord } from '../resource.ts';
import { readStoredJson } from '../stored-json.ts';

/** Props of a custom cell. */
export interface CellProps<Item = ManagerRecord> {
  readonly item: Item;
}

/** What both kinds of columns have. */
interface BaseColumn<Item = ManagerRecord> {
  /**
   * The place in a row on phones, whose second line is short: before the columns that the list shows earlier,
   * at the end of the first line, which only a short value may be, or nowhere.
   */
  readonly onPhones?: 'first' | 'besideName' | 'never';
  /** Returns whether the value of a record is so common that the second line omits it. */
  readonly isUsual?: (item: Item) => boolean;
}

/** A column that shows a field of the entry. */
export interface FieldColumn<Name extends string = string, Item = ManagerRecord> extends BaseColumn<Item> {
  readonly field: Name;
  /** Hidden until the user chooses the column. */
  readonly hidden?: boolean;
  /**
   * Renders the cell, including the cell of a record without a value; defaults to the renderer of the field's
   * kind.
   */
  readonly Cell?: ComponentType<CellProps<Item>>;
  /**
   * In the first column, `Cell` is the text of the link to the record, so it renders nothing that can be
   * pressed.
   */
  readonly isLinked?: boolean;
}

/**
 * A custom column. It is always visible, stays behind the column that precedes it here, and is neither sorted
 * nor exported.
 */
export interface CustomColumn<Item = ManagerRecord> extends BaseColumn<Item> {
  /** The name, which no field may have. */
  readonly name: string;
  readonly label: TextKey;
  readonly Cell: ComponentType<CellProps<Item>>;
  /**
   * Its share of the remaining width, for texts of any length; by default the column is as wide as its
   * content.
   */
  readonly share?: number;
}

/** A column of a list. */
export type ColumnDefinition = FieldColumn | CustomColumn;

/** Returns the columns of a resource's list, which the compiler checks against its entry. */
export const defineColumns = <N extends ResourceName>(
  _resource: N,
  columns: readonly (FieldColumn<FieldNameIn<N> | 'archivedAt', RecordIn<N>> | CustomColumn<RecordIn<N>>)[],
): readonly ColumnDefinition[] =>
  // The list belongs to the resource, so its records have the type that the cells take.
  columns as readonly ColumnDefinition[];

const entryColumns = new WeakMap<Resource, readonly ColumnDefinition[]>();

/** Returns the columns of a generated list: the entry's `list`, then the other fields, hidden. */
export function columnsOfEntry(resource: Resource): readonly ColumnDefinition[] {
  const known = entryColumns.get(resource);
  if (known) return known;
  const { list } = resource;
  const others = fieldsOf(resource).filter(({ name }) => !list.includes(name));
  const columns = [
    ...list.map((field) => ({ field })),
    ...others.map(({ name }) => ({ field: name, hidden: true })),
  ];
  entryColumns.set(resource, columns);
  return columns;
}

/** Returns the columns of fields that the user may read. */
const fieldColumns = (resource: Resource, columns: readonly ColumnDefinition[]): FieldColumn[] => {
  const readable = new Set(fieldsOf(resource).map(({ name }) => name));
  return columns.flatMap((column) => ('field' in column && readable.has(column.field) ? column : []));
};

/** Returns the order of all columns: custom columns stay behind the columns that precede them. */
export function withCustomColumns(order: readonly string[], columns: readonly ColumnDefinition[]): string[] {
  const followers = new Map<string | undefined, string[]>();
  let last: string | undefined;
  for (const column of columns) {
    if ('field' in column) last = column.field;
    else followers.set(last, [...(followers.get(last) ?? []), column.name]);
  }
  const after = (name: string | undefined) => followers.get(name) ?? [];
  return [...after(undefined), ...order.flatMap((name) => [name, ...after(name)])];
}

/** The columns of a list in order, and which of them are visible, in react-table's format. */
interface ColumnState {
  readonly columnOrder: string[];
  readonly columnVisibility: Record<string, boolean>;
}

/** The user's choice of columns for a list. */
export interface ColumnChoice {
  readonly state: ColumnState;
  /** The names of the visible columns, in order. */
  readonly visible: string[];
  readonly isDefault: boolean;
  /** Whether the list has so few columns by default that they need no more than a part of the window. */
  readonly isSmall: boolean;
  readonly change: (change: Partial<ColumnState>) => void;
  /** The column widths that the user has set. */
  readonly sizes: ColumnSizes;
  readonly resize: (sizes: ColumnSizes) => void;
  /** Restores the default columns and their widths. */
  readonly reset: () => void;
}

/** The visible columns in the URL of a list; none for the stored ones. */
interface AddressColumns {
  readonly visible: readonly string[];
  /** The id of the view; empty without one. */
  readonly view: string;
  /** Set while a saved view is shown: its columns are changed in the URL. */
  readonly change: ((visible: string[]) => void) | undefined;
}

/** The number of columns that need no more than a part of the window. */
export const FEW_COLUMNS = 2;

interface ColumnChoiceOptions {
  readonly resource: Resource;
  /** The columns to choose from. */
  readonly columns: readonly ColumnDefinition[];
  readonly address: AddressColumns;
}

/**
 * Returns the columns chosen for the list of a resource: those in its URL, or else those stored in this
 * browser.
 */
export function useColumnChoice({ resource, columns, address }: ColumnChoiceOptions): ColumnChoice {
  const [sizes, resize] = useColumnSizes(resource, address.view);
  const defaults = useMemo(() => defaultColumns(resource, columns), [resource, columns]);
  const [stored, setStored] = useState(() => readColumns(resource, defaults));
  // Includes the positions of hidden columns, which no URL contains.
  const [shown, setShown] = useState(stored);
  const state = useMemo(() => {
    const visible = address.visible.filter((name) => defaults.columnOrder.includes(name));
    if (visible.length === 0) return stored;
    return visibleColumns(shown).join() === visible.join() ? shown : withColumns(defaults, visible);
  }, [defaults, stored, shown, address.visible]);
  const show = (next: ColumnState) => {
    setShown(next);
    if (address.change) return address.change(visibleColumns(next));
    setStored(next);
    // The default columns follow the entry.
    store(storageKey(resource), isSame(next, defaults) ? null : JSON.stringify(toColumns(next)));
  };
  return {
    state,
    visible: visibleColumns(state),
    isDefault: isSame(state, defaults),
    isSmall: withCustomColumns(visibleColumns(defaults), columns).length <= FEW_COLUMNS,
    change: (change) => show({ ...state, ...change }),
    sizes,
    resize,
    reset: () => {
      show(defaults);
      resize({});
    },
  };
}

/** Returns the default columns, in the order of the list. */
const defaultColumns = (resource: Resource, columns: readonly ColumnDefinition[]): ColumnState =>
  toState(fieldColumns(resource, columns).map(({ field, hidden }): Column => [field, !hidden]));

/** A column as it is stored: its name, and whether it is visible. */
type Column = readonly [name: string, visible: boolean];

const toState = (columns: readonly Column[]): ColumnState => ({
  columnOrder: columns.map(([name]) => name),
  columnVisibility: Object.fromEntries(columns),
});

const toColumns = ({ columnOrder, columnVisibility }: ColumnState): Column[] =>
  columnOrder.map((name) => [name, columnVisibility[name] === true]);

const visibleColumns = ({ columnOrder, columnVisibility }: ColumnState): string[] =>
  columnOrder.filter((name) => columnVisibility[name]);

/** Returns the columns with only some visible, in a given order. */
function withColumns(defaults: ColumnState, visible: readonly string[]): ColumnState {
  const hidden = defaults.columnOrder.filter((name) => !visible.includes(name));
  return toState([
    ...visible.map((name): Column => [name, true]),
    ...hidden.map((name): Column => [name, false]),
  ]);
}

const isSame = (a: ColumnState, b: ColumnState) =>
  JSON.stringify(toColumns(a)) === JSON.stringify(toColumns(b));

const storageKey = ({ name }: Resource) => `managerColumns.${name}`;

/** Returns the stored columns. Fields that the entry has gained since then have their default. */
function readColumns(resource: Resource, defaults: ColumnState): ColumnState {
  const json = readStoredJson(storageKey(resource));
  const stored = new Map(Array.isArray(json) ? json.filter(isColumn) : []);
  const known = [...stored].filter(([name]) => defaults.columnOrder.includes(name));
  const added = toColumns(defaults).filter(([name]) => !stored.has(name));
  const columns = [...known, ...added];
  return columns.some(([, visible]) => visible) ? toState(columns) : defaults;
}

const isColumn = (value: unknown): value is Column =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';

/** The column widths that a user has set, in pixels, by field name. */
export type ColumnSizes = Readonly<Record<string, number>>;

/** The minimum and maximum column width. */
export const MIN_SIZE = 64;
export const MAX_SIZE = 960;

/**
 * Returns the column widths of a list, and a function that changes them. They are stored in this browser,
 * separately for each saved view, because each view shows other columns.
 */
function useColumnSizes(resource: Resource, view: string): [ColumnSizes, (sizes: ColumnSizes) => void] {
  const key = `managerColumnSizes.${resource.name}${view && `.${view}`}`;
  const stored = useMemo(() => readSizes(key), [key]);
  const [changed, setChanged] = useState({ key, sizes: stored });
  const change = (sizes: ColumnSizes) => {
    setChanged({ key, sizes });
    store(key, Object.keys(sizes).length === 0 ? null : JSON.stringify(sizes));
  };
  return [changed.key === key ? changed.sizes : stored, change];
}

const readSizes = (key: string): ColumnSizes =>
  Object.fromEntries(Object.entries(Object(readStoredJson(key))).filter(isSize));

const isSize = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === 'number' && entry[1] >= MIN_SIZE && entry[1] <= MAX_SIZE;
