import { PopoverPanel, selectClass } from '@bindery/frontend/components';
import { api } from '@bindery/frontend/http';
import { may, useRead } from '@bindery/frontend/pages';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookFilters, orders } from '../book.ts';
import { genreListQuery } from '../home.ts';
import styles from './filter-panel.module.css';
import type { ChangeFilters } from './use-books.ts';

interface FilterPanelProps {
  id: string;
  /** The button that opens it. */
  opener: RefObject<HTMLElement | null>;
  filters: BookFilters;
  onChange: ChangeFilters;
  /** Called when the panel cannot be loaded. */
  onClose: () => void;
}

/** Renders the filter by genre and the order of the books. */
export default function FilterPanel({ id, opener, filters, onChange }: FilterPanelProps) {
  const { t } = useTranslation();
  // The click that loaded it came too early to open it.
  useEffect(() => void document.getElementById(id)?.togglePopover(true), [id]);
  return (
    <PopoverPanel id={id} label={t('books.filters.open')} opener={opener}>
      <div className={styles.panel}>
        {may('genre', 'read') && <GenreSelect filters={filters} onChange={onChange} />}
        <label className={styles.field}>
          {t('books.filters.sort')}
          <select
            className={selectClass}
            value={filters.sort}
            onChange={({ target }) => onChange(orderOf(target.value))}
          >
            <option value="title">{t('books.filters.byTitle')}</option>
            <option value="author">{t('books.filters.byAuthor')}</option>
            <option value="createdAt">{t('books.filters.newest')}</option>
          </select>
        </label>
      </div>
    </PopoverPanel>
  );
}

/** The default order needs no parameters. */
const orderOf = (sort: string) =>
  sort === 'title' ? { _sort: '', _order: '' } : { _sort: sort, _order: orders[sort]! };

function GenreSelect({ filters, onChange }: Pick<FilterPanelProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const { state, data = [] } = useRead(api.genres.list, { query: genreListQuery });
  return (
    <label className={styles.field}>
      {t('books.book.genre')}
      <select
        className={selectClass}
        aria-busy={state === 'loading'}
        value={filters.genre}
        onChange={({ target }) => onChange({ genre: target.value })}
      >
        <option value="">{t('books.filters.anyGenre')}</option>
        {filters.genre && state !== 'ready' && <option value={filters.genre}>…</option>}
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
