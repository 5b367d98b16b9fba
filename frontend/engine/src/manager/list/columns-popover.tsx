import { Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { Popover } from '#frontend/shell/components/popover.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { ColumnChoice } from './column-choice.ts';
import styles from './list-page.module.css';
import type { ListTable } from './list-table.ts';

interface ColumnsPopoverProps {
  table: ListTable;
  choice: ColumnChoice;
}

const ColumnsPanel = lazyDialog<ColumnsPopoverProps & { onClose: () => void }>(
  () => import('./columns-panel.tsx'),
  () => <Skeleton block="16rem" />,
);

/** Renders the button that opens the choice of columns. On phones the menu of the list has it. */
export function ColumnsPopover(props: ColumnsPopoverProps) {
  const { t } = useTranslation();
  const button = (
    <>
      <Columns3 size={18} aria-hidden="true" />
      {t('manager.list.columns.open')}
    </>
  );
  return (
    <Popover button={button} buttonClassName={styles.columns} label={t('manager.list.columns.title')}>
      <h2 className={styles.panelTitle}>{t('manager.list.columns.title')}</h2>
      <ColumnsPanel {...props} onClose={closePopover} />
    </Popover>
  );
}

const closePopover = () => document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover();
