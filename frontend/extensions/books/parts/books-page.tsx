import {
  AppLink,
  Button,
  EmptyState,
  ErrorMessage,
  FiltersLabel,
  lazyDialog,
  SearchField,
  Skeleton,
  useFocusOnNewRows,
} from '@bindery/frontend/components';
import { useLanguage } from '@bindery/frontend/i18n';
import { may, usePageTitle } from '@bindery/frontend/pages';
import { BookOpen, CloudOff, SearchX, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book, BookFilters } from '../book.ts';
import { BookCover } from '../book-cover.tsx';
import styles from './books-page.module.css';
import { type BookList, type ChangeFilters, useBookFilters, useBooks } from './use-books.ts';

/** The id of the panel of filters, which is rendered once it has been asked for. */
const FILTERS = 'filters';

/** The names of the genres of shown books: a search without results has no book that names its genre. */
const names = new Map<string, string | null>();

const FilterPanel = lazyDialog(() => import('./filter-panel.tsx'));

/** Renders the catalogue, or a 404 if resources.config.ts has no books that the visitor may read. */
export function Component() {
  return may('book', 'read') ? <Catalogue /> : <ErrorMessage kind="404" />;
}

/** Renders the catalogue: search field and list of books. */
function Catalogue() {
  const { t } = useTranslation();
  const [filters, setFilters] = useBookFilters();
  const [filtering, setFiltering] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { searchTerm, genre, author } = filters;
  const list = useBooks(filters);
  for (const book of list.books) names.set(book.genre.id, book.genre.label);
  const genreName = genre && (names.get(genre) ?? '…');
  const chips = Object.entries({ genre: genreName, author }).filter(([, value]) => value);
  usePageTitle();
  return (
    <>
      <h1 className={styles.heading}>{t('books.title')}</h1>
      <div className={styles.tools}>
        <BookSearch term={searchTerm} onChange={(term) => setFilters({ searchTerm: term })} />
        <Button ref={button} popoverTarget={FILTERS} onClick={() => setFiltering(true)}>
          <FiltersLabel count={chips.length}>{t('books.filters.open')}</FiltersLabel>
        </Button>
        {filtering && (
          <FilterPanel
            id={FILTERS}
            opener={button}
            filters={filters}
            onChange={setFilters}
            onClose={() => setFiltering(false)}
          />
        )}
      </div>
      {chips.length > 0 && (
        <div className={styles.chips}>
          {chips.map(([key, value]) => {
            const name = t(`books.filters.${key as 'genre' | 'author'}`);
            return (
              <Button
                key={key}
                variant="quiet"
                className={styles.chip}
                aria-label={t('books.filters.remove', { name, value })}
                onClick={() => {
                  setFilters({ [key]: '' });
                  // The focused button disappears.
                  button.current?.focus();
                }}
              >
                <bdi className="truncate">{`${name}: ${value}`}</bdi>
                <X size={16} aria-hidden="true" />
              </Button>
            );
          })}
        </div>
      )}
      <p className={styles.count} role="status">
        <Count list={list} searchTerm={searchTerm} />
      </p>
      <Rows list={list} filters={filters} onChange={setFilters} />
    </>
  );
}

function Count({ list, searchTerm }: { list: BookList; searchTerm: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  // The total of the previous search does not apply to this one.
  if (list.outdated) return list.state === 'failed' ? null : t('common.loading');
  if (list.total === 0) return null;
  const total = `${new Intl.NumberFormat(language).format(list.total)}${list.exact ? '' : '+'}`;
  return searchTerm
    ? t('books.results', { count: list.total, total, searchTerm })
    : t('books.showing', { count: list.books.length, total });
}

interface RowsProps {
  list: BookList;
  filters: BookFilters;
  onChange: ChangeFilters;
}

function Rows(props: RowsProps) {
  const { list } = props;
  if (list.books.length === 0 || (list.outdated && list.state === 'failed'))
    return <EmptyResult {...props} />;
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
  const isFailed = state === 'failed';
  const more = hasMore || isFailed;
  const rowAt = (index: number) => `main li:nth-child(${index + 1})`;
  const focusNewRows = useFocusOnNewRows({ count: books.length, more, rowAt });
  if (!more) return null;
  const press = () => {
    focusNewRows();
    loadMore();
  };
  return (
    <div className={styles.more}>
      {isFailed && <p role="alert">{t('books.moreFailed')}</p>}
      <Button busy={state === 'loading'} onClick={press}>
        {t(isFailed ? 'common.tryAgain' : 'books.loadMore')}
      </Button>
    </div>
  );
}

/** Whole rows of one to four columns. */
const placeholders = [...Array(12).keys()];

function EmptyResult({ list, filters: { searchTerm, genre, author }, onChange }: RowsProps) {
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
  if (!searchTerm && !genre && !author) return <EmptyState icon={BookOpen} title={t('books.none')} />;
  const clearButton = (text: string, change: Partial<BookFilters>) => (
    <Button
      onClick={() => {
        onChange(change);
        // The clicked button disappears.
        document.querySelector<HTMLElement>('[type=search]')?.focus();
      }}
    >
      {text}
    </Button>
  );
  return (
    <EmptyState
      icon={SearchX}
      title={t(searchTerm ? 'books.noResults' : 'books.filters.noMatch')}
      term={searchTerm}
    >
      {searchTerm && clearButton(t('books.clear'), { searchTerm: '' })}
      {(genre || author) && clearButton(t('books.filters.clear'), { genre: '', author: '' })}
    </EmptyState>
  );
}

/** Renders a book of the list. The whole row links to the book's page. */
function BookRow({ book }: { book: Book }) {
  return (
    <li>
      <AppLink className={styles.row} to={`/app/books/${book.id}`}>
        <BookCover book={book} />
        <span className={styles.words}>
          <bdi className={styles.title}>{book.title}</bdi>
          <bdi className={styles.author}>{book.author}</bdi>
          <bdi className={styles.genre}>{book.genre.label}</bdi>
        </span>
      </AppLink>
    </li>
  );
}

/** Renders a placeholder for a row that is loading, of the same size. */
function BookRowSkeleton() {
  return (
    <li className={styles.row}>
      <Skeleton inline="var(--thumbnail)" block="calc(var(--thumbnail) * 17 / 12)" />
      <span className={styles.words}>
        <Skeleton inline="70%" />
        <Skeleton inline="45%" />
        <Skeleton inline="30%" />
      </span>
    </li>
  );
}

/** A term that stays this long is a search, not a part of a word that is being typed. */
const SETTLED_MS = 1500;

const load = () => import('./recent-searches.tsx');
const RecentSearches = lazyDialog(load);

/** Renders the search field. While it is focused and empty, it offers the latest searches. */
function BookSearch({ term, onChange }: { term: string; onChange: (term: string) => void }) {
  const { t } = useTranslation();
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    if (!term) return;
    // Without a connection the search is not remembered.
    const remember = () => load().then(({ rememberSearch }) => rememberSearch(term), Boolean);
    const timer = setTimeout(remember, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [term]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the focus of the field within it
    <div
      className={styles.field}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <SearchField label={t('books.search')} clearLabel={t('books.clear')} term={term} onChange={onChange} />
      {focused && !term && <RecentSearches onChoose={onChange} onClose={() => setFocused(false)} />}
    </div>
  );
}
