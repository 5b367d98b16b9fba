import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../components/skeleton.tsx';
import { useLabels } from '../labels.ts';
import { Heading } from './heading.tsx';
import type { ListTable } from './list-table.ts';
import { Rows } from './rows.tsx';
import styles from './table.module.css';
import { useColumnWidths } from './use-column-widths.ts';
import type { List } from './use-list.ts';
import { isLongList, VIRTUAL_FROM } from './use-virtual-rows.ts';

export interface TableProps {
  list: List;
  table: ListTable;
}

/**
 * Renders the rows of a list; each contains a real link to its record. On phones every row is a card. A plain
 * table, because antd's is larger than the rest of the page together.
 */
export function Table({ list: { resource, outdated }, table }: TableProps) {
  const labels = useLabels();
  const element = useRef<HTMLTableElement>(null);
  const columns = table.getVisibleLeafColumns();
  const { rows } = table.getRowModel();
  const isVirtual = rows.length > VIRTUAL_FROM;
  const widths = useColumnWidths({ table: element, columns, isLong: isLongList(rows.length) });
  return (
    <div className={styles.scroll}>
      <table
        ref={element}
        className={styles.table}
        style={{ '--columns': columns.length } as CSSProperties}
        data-fixed={widths !== undefined}
        aria-label={labels.plural(resource)}
        aria-busy={outdated}
        aria-rowcount={isVirtual ? rows.length + 1 : undefined}
      >
        {widths && (
          <colgroup>
            {columns.map(({ id }, place) => (
              <col key={id} style={{ inlineSize: `${widths[place]}%` }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={isVirtual ? 1 : undefined}>
            {columns.map((column) => (
              <Heading key={column.id} table={table} column={column} />
            ))}
          </tr>
        </thead>
        <Rows resource={resource} columns={columns} rows={rows} />
      </table>
    </div>
  );
}

/** Renders placeholders for rows that are loading, of the same size. */
export function RowSkeletons({ table }: Pick<TableProps, 'table'>) {
  const { t } = useTranslation();
  return (
    <div className={styles.skeletons} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={String(row)} className={styles.skeleton}>
          {table.getVisibleLeafColumns().map(({ id }, column) => (
            <Skeleton key={id} inline={column === 0 ? '70%' : '50%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
