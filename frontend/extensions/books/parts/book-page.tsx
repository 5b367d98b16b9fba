import { ArrowLeft, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useRead } from '../../../app/use-read.ts';
import { Button, buttonClass } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { AppLink } from '../../../layout/app-link.tsx';
import { ErrorMessage } from '../../../layout/error-page.tsx';
import { usePageTitle } from '../../../layout/page-title.ts';
import type { Book } from '../book.ts';
import { BookCover } from '../book-cover.tsx';
import { BookTiles, TILES } from '../book-tile.tsx';
import styles from './book-page.module.css';
import { useBook } from './use-book.ts';

/** Renders one book. On phones it fills the screen. */
export function Component() {
  const { id = '' } = useParams();
  const reading = useBook(id);
  return reading.state === 'missing' ? <ErrorMessage kind="404" /> : <BookContent {...reading} />;
}

function BookContent({ state, book, again }: ReturnType<typeof useBook>) {
  const { t } = useTranslation();
  usePageTitle(book?.title ?? t('books.title'));
  return (
    <>
      <AppLink className={buttonClass('quiet', styles.back)} to="/app/books">
        <ArrowLeft className={styles.arrow} size={18} aria-hidden="true" />
        {t('books.book.toList')}
      </AppLink>
      {book && <BookDetail book={book} />}
      {book && state === 'ready' && <OtherBooks key={book.id} book={book} />}
      {!book && state === 'loading' && <BookSkeleton />}
      {!book && state === 'failed' && (
        <EmptyState icon={CloudOff} title={t('books.book.failed')}>
          <Button onClick={again}>{t('common.tryAgain')}</Button>
        </EmptyState>
      )}
    </>
  );
}

function BookDetail({ book }: { book: Book }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  return (
    <article className={styles.book}>
      <div className={styles.cover}>
        <BookCover book={book} size="large" />
      </div>
      <div className={styles.words}>
        <h1>
          <bdi>{book.title}</bdi>
        </h1>
        <p className={styles.author}>
          <AppLink to={`/app/books?${new URLSearchParams({ author: book.author })}`}>
            {t('books.book.by', { author: book.author })}
          </AppLink>
        </p>
        <dl className={styles.facts}>
          <Fact
            name={t('books.book.genre')}
            value={book.genre.label}
            to={`/app/books?genre=${book.genre.id}`}
          />
          {book.publisher && <Fact name={t('books.book.publisher')} value={book.publisher} />}
          <Fact name={t('books.book.added')} value={formatDate(language, book.createdAt)} />
        </dl>
      </div>
    </article>
  );
}

/** Renders others of the author and of the genre, once both are known, so that no section moves another one. */
function OtherBooks({ book }: { book: Book }) {
  const { t } = useTranslation();
  const byAuthor = useRead<Book[]>(othersAddress({ author: book.author }));
  const byGenre = useRead<Book[]>(othersAddress({ genre: book.genre.id }));
  if (!byAuthor.data || !byGenre.data) return null;
  const others = [
    { title: t('books.book.byAuthor', { author: book.author }), books: without(byAuthor.data, book) },
    { title: t('books.book.inGenre', { genre: book.genre.label }), books: without(byGenre.data, book) },
  ].filter(({ books }) => books.length > 0);
  return others.map(({ title, books }) => (
    <section key={title} className={styles.others}>
      <h2>{title}</h2>
      <BookTiles books={books} />
    </section>
  ));
}

/** One more than are shown: the book itself may be among them. */
const othersAddress = (filter: Readonly<Record<string, string>>) =>
  `/api/books?${new URLSearchParams({ _start: '0', _end: String(TILES + 1), _sort: 'createdAt', _order: 'desc', ...filter })}`;

const without = (books: readonly Book[], { id }: Book) =>
  books.filter((one) => one.id !== id).slice(0, TILES);

function Fact({ name, value, to }: { name: string; value: string; to?: string }) {
  const text = <bdi>{value}</bdi>;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{to ? <AppLink to={to}>{text}</AppLink> : text}</dd>
    </div>
  );
}

function BookSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.book} aria-busy="true" role="status" aria-label={t('common.loading')}>
      <div className={styles.cover}>
        <Skeleton inline="100%" block="100%" />
      </div>
      <div className={styles.words}>
        <Skeleton inline="18rem" block="2rem" />
        <Skeleton inline="10rem" />
      </div>
    </div>
  );
}
