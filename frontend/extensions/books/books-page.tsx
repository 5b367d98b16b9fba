import {
  Button,
  EmptyState,
  ErrorMessage,
  lazyDialog,
  useFocusOnNewRows,
} from '@bindery/frontend/components';
import { useLanguage } from '@bindery/frontend/i18n';
import { may, usePageTitle } from '@bindery/frontend/pages';
import { BookOpen, CloudOff, ListFilter, SearchX, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BookFilters } from './book.ts';
import { BookRow, BookRowSkeleton } from './book-row.tsx';
import { BookSearch } from './book-search.tsx';
import styles from './books-page.module.css';
import { useBookFilters } from './use-book-filters.ts';
import { type BookList, useBooks } from './use-books.ts';

const FilterPanel = lazyDialog(() => import('./parts/filter-panel.tsx'));

/** Renders the catalogue, or a 404 if resources.config.ts has no books that the visitor may read. */
export function Component() {
  return may('book', 'read') ? <Catalogue /> : <ErrorMessage kind="404" />;
}

/** Renders the catalogue: search field and list of books. */
function Catalogue() {
  const { t } = useTranslation();
  const [filters, setFilters] = useBookFilters();
  const [filtering, setFiltering] = useState(false);
  const { searchTerm, genre, author } = filters;
  const list = useBooks(filters);
  const genreName = genre && (list.books.find((book) => book.genre.id === genre)?.genre.label ?? '…');
  usePageTitle();
  return (
    <>
      <h1 className={styles.heading}>{t('books.title')}</h1>
      <div className={styles.tools}>
        <BookSearch term={searchTerm} onChange={(term) => setFilters({ searchTerm: term })} />
        <Button aria-expanded={filtering} onClick={() => setFiltering(!filtering)}>
          <ListFilter size={18} aria-hidden="true" />
          <span className={styles.word}>{t('books.filters.open')}</span>
        </Button>
        {filtering && (
          <FilterPanel filters={filters} onChange={setFilters} onClose={() => setFiltering(false)} />
        )}
        {Object.entries({ genre: genreName, author }).map(([key, value]) => {
          const name = t(`books.filters.${key as 'genre' | 'author'}`);
          return (
            value && (
              <Button
                key={key}
                aria-label={t('books.filters.remove', { name, value })}
                onClick={() => setFilters({ [key]: '' })}
              >
                <bdi className={styles.filter}>{`${name}: ${value}`}</bdi>
                <X size={16} aria-hidden="true" />
              </Button>
            )
          );
        })}
      </div>
      <p className={styles.count} role="status">
        <Count list={list} searchTerm={searchTerm} />
      </p>
      <Rows list={list} filters={filters} />
    </>
  );
}

function Count({ list, searchTerm }: { list: BookList; searchTerm: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  // The total of the previous search does not apply to this one.
  if (list.total === 0 || list.outdated) return null;
  const total = `${new Intl.NumberFormat(language).format(list.total)}${list.exact ? '' : '+'}`;
  return searchTerm
    ? t('books.results', { count: list.total, total, searchTerm })
    : t('books.showing', { count: list.books.length, total });
}

function Rows({ list, filters }: { list: BookList; filters: BookFilters }) {
  if (list.books.length === 0 || (list.outdated && list.state === 'failed'))
    return <EmptyResult list={list} filters={filters} />;
  return (
    <>
      <ul className={styles.list} aria-busy={list.outdated}>
        {list.books.map((book) => (
          <BookRow key={book.id} book={book} />
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  );
}

function LoadMore({ list: { books, hasMore, state, loadMore } }: { list: BookList }) {
  const { t } = useTranslation();
  const more = hasMore || state === 'failed';
  const rowAt = (index: number) => `main li:nth-child(${index + 1})`;
  const focusNewRows = useFocusOnNewRows({ count: books.length, more, rowAt });
  if (!more) return null;
  const press = () => {
    focusNewRows();
    loadMore();
  };
  return (
    <div className={styles.more}>
      {state === 'failed' && <p role="alert">{t('books.moreFailed')}</p>}
      <Button busy={state === 'loading'} onClick={press}>
        {t(state === 'failed' ? 'common.tryAgain' : 'books.loadMore')}
      </Button>
    </div>
  );
}

const placeholders = [1, 2, 3, 4, 5, 6, 7, 8];

function EmptyResult({
  list,
  filters: { searchTerm, genre, author },
}: {
  list: BookList;
  filters: BookFilters;
}) {
  const { t } = useTranslation();
  if (list.state === 'loading') {
    return (
      <ul className={styles.list} aria-busy="true" aria-label={t('common.loading')}>
        {placeholders.map((at) => (
          <BookRowSkeleton key={at} />
        ))}
      </ul>
    );
  }
  if (list.state === 'failed') {
    return (
      <EmptyState icon={CloudOff} title={t('books.failed')}>
        <Button onClick={list.loadMore}>{t('common.tryAgain')}</Button>
      </EmptyState>
    );
  }
  return searchTerm || genre || author ? (
    <EmptyState icon={SearchX} title={t(searchTerm ? 'books.noResults' : 'books.filters.noMatch')} />
  ) : (
    <EmptyState icon={BookOpen} title={t('books.none')} />
  );
}
