import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { may } from '#frontend/shell/auth/session.ts';
import type { ListTable } from './list-table.ts';
import { SELECT_WORD } from './row-words.tsx';
import styles from './select-box.module.css';

/** Returns whether any action applies to selected records. */
export const canSelect = ({ singular }: Resource): boolean =>
  may(singular, 'update') || may(singular, 'delete');

/**
 * Renders the checkbox of a row. The table body handles its events, so that the row renders again only with
 * other props.
 */
export function SelectRow({ id, isSelected }: { id: string; isSelected: boolean }) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        data-select
        aria-labelledby={`${SELECT_WORD} ${id}`}
        checked={isSelected}
        readOnly
      />
    </label>
  );
}

/** Renders the checkbox that selects all loaded rows; on phones with a label. */
export function SelectLoaded({ table, count }: { table: ListTable; count: number }) {
  const { t } = useTranslation();
  const isAll = table.getIsAllRowsSelected();
  const text = t('manager.table.selectLoaded');
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={text}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => table.toggleAllRowsSelected(!isAll)}
      />
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
    </label>
  );
}
