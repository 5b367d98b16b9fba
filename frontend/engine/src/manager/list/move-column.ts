import type { ListTable } from './list-table.ts';

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

/** Returns the visible field columns, which can be moved, in order. */
export const movableColumns = (table: ListTable) =>
  table.getVisibleLeafColumns().filter(({ columnDef }) => columnDef.meta!.field);
