import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import type { ColumnChoice } from './column-choice.ts';
import styles from './list-page.module.css';
import type { ListTable } from './list-table.ts';
import type { List } from './state/use-list.ts';
import type { ListSelection } from './use-selection.ts';

const Content = lazyDialog(() => import('./list-menu-content.tsx'));

/** A list, and the state that its menu changes. */
export interface ListMenuProps {
  list: List;
  table: ListTable;
  choice: ColumnChoice;
  selection: ListSelection;
}

/**
 * Renders the button of the menu of rarely needed actions. On phones the menu contains every action without a
 * button.
 */
export function ListMenu(props: ListMenuProps) {
  const { t } = useTranslation();
  const [button, setButton] = useState<HTMLElement>();
  const label = t('manager.list.more');
  return (
    <>
      <Button
        className={styles.menu}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
      {button && <Content {...props} button={button} onClose={() => setButton(undefined)} />}
    </>
  );
}
