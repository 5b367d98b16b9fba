import { useTranslation } from 'react-i18next';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { ListTable } from './list-table.ts';
import styles from './row-skeletons.module.css';
import type { Density } from './use-density.ts';

/** Renders placeholders of the same size for rows that are loading. */
export function RowSkeletons({ table, density }: { table: ListTable; density: Density }) {
  const { t } = useTranslation();
  return (
    <div className={styles.skeletons} role="status" aria-label={t('common.loading')} data-density={density}>
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
