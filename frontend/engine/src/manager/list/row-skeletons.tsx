import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { ListTable } from './list-table.ts';
import styles from './row-skeletons.module.css';
import { canSelect } from './select-box.tsx';
import type { TableProps } from './table.tsx';

/** Renders the headings, and placeholders of the same size for rows that are loading. */
export function RowSkeletons({ list, table, density }: TableProps) {
  const { t } = useTranslation();
  const isSelectable = canSelect(list.resource);
  const columns = table.getVisibleLeafColumns();
  const widths = widthsOf(table);
  return (
    <div className={styles.skeletons} role="status" aria-label={t('common.loading')} data-density={density}>
      <div className={styles.head} aria-hidden="true">
        {isSelectable && <span className={styles.select} />}
        {columns.map(({ id, columnDef }, place) => (
          <span key={id} style={widths[place]}>
            {columnDef.meta!.label}
          </span>
        ))}
        <span className={styles.menu} />
      </div>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={String(row)} className={styles.row}>
          {isSelectable && <span className={styles.select} />}
          {columns.map(({ id }, place) => (
            <span key={id} className={styles.cell}>
              <Skeleton inline={place === 0 ? '70%' : '50%'} />
            </span>
          ))}
          <span className={styles.menu} />
        </div>
      ))}
    </div>
  );
}

/** The usual width of a column that is as wide as its content, such as a date. */
const OF_CONTENT = '8.5rem';

/** Returns the widths that the columns will have, nearly. */
function widthsOf(table: ListTable): CSSProperties[] {
  const { sizes } = table.options.meta!;
  const columns = table.getVisibleLeafColumns();
  const shares = columns.map(({ id, columnDef }) => (sizes[id] ? 0 : (columnDef.meta!.share ?? 0)));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return columns.map(({ id }, place) => {
    const share = shares[place]!;
    if (share > 0) return { inlineSize: `${(share / all) * 100}%` };
    return { minInlineSize: sizes[id] ? `${sizes[id]}px` : OF_CONTENT };
  });
}
