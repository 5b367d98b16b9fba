import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/search-field.tsx';
import styles from './list-page.module.css';
import type { List } from './use-list.ts';

interface ListToolsProps {
  /** The search field, which takes the width that the buttons leave. */
  readonly search?: ReactNode;
  /** Buttons, in one line that stays in view on phones. */
  readonly children: ReactNode;
}

/** Renders the line of tools above a list. */
export function ListTools({ search, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      {search}
      <div className={styles.bar}>{children}</div>
    </div>
  );
}

/** Renders the search field of a list, unless its resource has nothing to search in. */
export function ListSearch({ list }: { list: List }) {
  const { t } = useTranslation();
  if (list.resource.search.length === 0) return null;
  return (
    <SearchField
      id="list-search"
      className={styles.search}
      label={t('manager.list.search')}
      clearLabel={t('manager.list.clearSearch')}
      term={list.address.searchTerm}
      onChange={(searchTerm) => list.ask({ searchTerm })}
    />
  );
}
