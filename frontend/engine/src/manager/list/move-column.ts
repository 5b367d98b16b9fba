import type { ListTable } from './list-table.ts';

/** Where a column is put: on a side of another one. */
export interface Drop {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** Puts a column of a list beside another one. A column of one's own stays behind the one that it follows. */
export function moveColumn(table: ListTable, id: string, { id: target, side }: Drop): void {
  table.setColumnOrder((order) => {
    const others = order.filter((name) => name !== id);
    const place = others.indexOf(target);
    if (place < 0 || !order.includes(id)) return order;
    return others.toSpliced(side === 'after' ? place + 1 : place, 0, id);
  });
}

/** Returns the visible columns of fields, which can be moved, in their order. */
export const movableColumns = (table: ListTable) =>
  table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta!.field);
