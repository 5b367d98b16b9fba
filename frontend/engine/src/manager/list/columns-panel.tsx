import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import { moveItem, useDragOrder } from '../use-drag-order.tsx';
import type { ColumnChoice } from './columns.ts';
import { type ListColumn, type ListTable, visibleFields } from './list-table.ts';
import styles from './panels.module.css';

/** The table whose columns are chosen, and the choice. */
export interface ColumnsPanelProps {
  table: ListTable;
  choice: ColumnChoice;
}

const MOVES = [
  { direction: 'up', by: -1, Icon: ArrowUp },
  { direction: 'down', by: 1, Icon: ArrowDown },
] as const;

/** Renders the choice of columns and their order, which buttons and grips change. */
export default function ColumnsPanel({ table, choice }: ColumnsPanelProps) {
  const { t } = useTranslation();
  const [moved, setMoved] = useState('');
  const isDefault = choice.isDefault && Object.keys(choice.sizes).length === 0;
  const columns = table.getAllLeafColumns().filter(({ columnDef }) => columnDef.meta!.field);
  const ids = columns.map(({ id }) => id);
  const list = useRef<HTMLOListElement>(null);
  const reset = () => {
    choice.reset();
    // The clicked button disappears.
    list.current?.querySelector<HTMLElement>('input:enabled')?.focus();
  };
  const move = (from: number, to: number) => {
    table.setColumnOrder([...moveItem(ids, { from, to })]);
    const column = columns[from]!.columnDef.meta!.label;
    setMoved(t('manager.list.columns.place', { column, place: to + 1, total: columns.length }));
  };
  const { dragged, gripOf } = useDragOrder({ list, ids, onMove: move });
  return (
    <div className={styles.panel}>
      <ol ref={list}>
        {columns.map((column, place) => (
          <li key={column.id} className={styles.column} data-dragged={dragged === column.id || undefined}>
            {gripOf(column.id)}
            <Visibility table={table} column={column} />
            {MOVES.map(({ direction, by, Icon }) => (
              <IconButton
                key={direction}
                className={styles.move}
                label={t(`manager.list.columns.${direction}`, { column: column.columnDef.meta!.label })}
                // At the end of the list, the button keeps the focus.
                aria-disabled={!columns[place + by]}
                onClick={() => columns[place + by] && move(place, place + by)}
              >
                <Icon size={18} aria-hidden="true" />
              </IconButton>
            ))}
          </li>
        ))}
      </ol>
      {!isDefault && (
        <Button variant="quiet" onClick={reset}>
          {t('manager.list.columns.reset')}
        </Button>
      )}
      <p className="only-for-screen-readers" role="status">
        {moved}
      </p>
    </div>
  );
}

function Visibility({ table, column }: { table: ListTable; column: ListColumn }) {
  const isVisible = column.getIsVisible();
  return (
    <label className={styles.name}>
      <input
        type="checkbox"
        checked={isVisible}
        disabled={isVisible && isNeeded(table, column)}
        onChange={() => column.toggleVisibility()}
      />
      <bdi>{column.columnDef.meta!.label}</bdi>
    </label>
  );
}

/** Returns whether rows without a column would have nothing to open, or nothing to tell them apart. */
function isNeeded(table: ListTable, column: ListColumn): boolean {
  const others = visibleFields(table).filter((name) => name !== column.id);
  const isName = (id: string) => table.getColumn(id)!.columnDef.meta!.isName;
  return others.length === 0 || (isName(column.id) && !others.some(isName));
}
