import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '#frontend/shell/components/search-field.tsx';
import { linesOf } from './filters/pasted-lines.ts';
import styles from './list-page.module.css';
import { PastedOffer } from './pasted-offer.tsx';
import type { List } from './state/use-list.ts';

interface ListToolsProps {
  /** The search field, which takes the remaining width. */
  readonly search?: ReactNode;
  /** The number of records: next to the first button, on phones below the line. */
  readonly count?: ReactNode;
  /** Buttons; on phones they stay visible, with the search field. */
  readonly children: ReactNode;
}

/** Renders the toolbar above a list. */
export function ListTools({ search, count, children }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <div className={styles.bar}>
        {search}
        {children}
      </div>
      {count}
    </div>
  );
}

/**
 * Renders the search field of a list, unless its resource has no searchable fields. It accepts lists of ids
 * or titles.
 */
export function ListSearch({ list }: { list: List }) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<readonly string[]>();
  if (list.resource.search.length === 0) return null;
  const paste = (event: ClipboardEvent) => {
    const pasted = linesOf(event.clipboardData.getData('text'));
    setLines(pasted);
    if (pasted) event.preventDefault();
  };
  return (
    <div className={styles.search} onPasteCapture={paste}>
      <SearchField
        id="list-search"
        label={t('manager.list.search')}
        clearLabel={t('manager.list.clearSearch')}
        term={list.address.searchTerm}
        onChange={(searchTerm) => list.ask({ searchTerm })}
      />
      {lines && <PastedOffer list={list} lines={lines} onClose={() => setLines(undefined)} />}
    </div>
  );
}
