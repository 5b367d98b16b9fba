import { BookX, CloudOff, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { may } from '../../auth/session.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useFocusOnNewRows } from '../../components/use-focus-on-new-rows.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ErrorMessage } from '../../layout/error-page.tsx';
import { usePageTitle } from '../../layout/page-title.ts';
import { BookRow, BookRowSkeleton } from './book-row.tsx';
import styles from './books-page.module.css';
import { type BookList, useBooks } from './use-books.ts';
import { useSearchTerm } from './use-search-term.ts';

/** Renders the catalogue, or a 404 when resources.config.ts has no books that the visitor may read. */
export function Component() {
  return may('book', 'read') ? <Catalogue /> : <ErrorMessage kind="404" />;
}

/** Renders the catalogue: search field and list of books. */
function Catalogue() {
  const { t } = useTranslation();
  const [searchTerm, setSearchTerm] = useSearchTerm();
  const list = useBooks(searchTerm);
  usePageTitle();
  return (
    <>
      <h1 className={styles.heading}>{t('books.title')}</h1>
      <SearchField
        label={t('books.search')}
        clearLabel={t('books.clear')}
        term={searchTerm}
        onChange={setSearchTerm}
      />
      <p className={styles.count} role="status">
        <Count list={list} searchTerm={searchTerm} />
      </p>
      <Rows list={list} searchTerm={searchTerm} />
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

function Rows({ list, searchTerm }: { list: BookList; searchTerm: string }) {
  if (list.books.length === 0 || (list.outdated && list.state === 'failed'))
    return <EmptyResult list={list} searchTerm={searchTerm} />;
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

function EmptyResult({ list, searchTerm }: { list: BookList; searchTerm: string }) {
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
  return searchTerm ? (
    <EmptyState icon={SearchX} title={t('books.noResults')} />
  ) : (
    <EmptyState icon={BookX} title={t('books.none')} />
  );
}
