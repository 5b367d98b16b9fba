import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ResourceName } from '@bindery/contract/schema/register.ts';
import type { ComponentType } from 'react';
import type { FieldNameIn, RecordIn } from '#frontend/shell/http/typed-records.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import type { ManagerRecord } from '../resource.ts';

/** Props of a custom cell. */
export interface CellProps<Item = ManagerRecord> {
  readonly item: Item;
}

/** What both kinds of columns have. */
interface BaseColumn {
  /**
   * The place in the second line of a row on phones, which is short: before the columns that the list shows earlier,
   * or none at all.
   */
  readonly onPhones?: 'first' | 'never';
}

/** A column that shows a field of the entry. */
interface FieldColumn<Name extends string = string, Item = ManagerRecord> extends BaseColumn {
  readonly field: Name;
  /** Hidden until the user chooses the column. */
  readonly hidden?: boolean;
  /**
   * Renders the cell, including the cell of a record without a value; defaults to the renderer of the field's
   * kind.
   */
  readonly Cell?: ComponentType<CellProps<Item>>;
  /** In the first column, `Cell` is the text of the link to the record, so it renders nothing that can be pressed. */
  readonly isLinked?: boolean;
}

/**
 * A custom column. It is always visible, stays behind the column that precedes it here, and is neither sorted
 * nor exported.
 */
interface CustomColumn<Item = ManagerRecord> extends BaseColumn {
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
export const fieldColumns = (resource: Resource, columns: readonly ColumnDefinition[]): FieldColumn[] => {
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
