import {
  AppLink,
  Button,
  buttonClass,
  EmptyState,
  ErrorMessage,
  Skeleton,
} from '@bindery/frontend/components';
import { api } from '@bindery/frontend/http';
import { useDate, useLanguage } from '@bindery/frontend/i18n';
import { type Reading, usePageTitle, useRead } from '@bindery/frontend/pages';
import { ArrowLeft, CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { type Book, knownBook } from '../book.ts';
import styles from './book-page.module.css';
import { BookTiles, LargeCover, SectionHead, TILES } from './book-tiles.tsx';

/** Renders one book. On phones it fills the screen. */
export function Component() {
  const { id = '' } = useParams();
  // A key resets the state when the book changes.
  return <BookPage key={id} id={id} />;
}

/** Renders a book at once from the document, or from what a list has loaded until it has been read again. */
function BookPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const reading = useRead(api.books.read, { params: { id } });
  // A link with a cover knows the book.
  const linked: Book | null = useLocation().state;
  if (reading.isMissing)
    return (
      <ErrorMessage
        kind="404"
        title={t('books.book.missing')}
        retry={
          <AppLink className={buttonClass('primary')} to="/app/books">
            {t('books.book.toList')}
          </AppLink>
        }
      />
    );
  return <BookContent {...reading} book={reading.data ?? knownBook(id) ?? linked ?? undefined} />;
}

interface BookContentProps extends Pick<Reading<Book>, 'state' | 'again'> {
  book: Book | undefined;
}

function BookContent({ state, book, again }: BookContentProps) {
  const { t } = useTranslation();
  usePageTitle(book?.title ?? t('books.title'));
  return (
    <>
      <AppLink className={buttonClass('quiet', styles.back)} to="/app/books">
        <ArrowLeft data-mirrored size={18} aria-hidden="true" />
        {t('books.book.toList')}
      </AppLink>
      {book && <BookDetail book={book} />}
      {book && <OthersInView book={book} />}
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
  const added = useDate(book.createdAt);
  // The link is the name alone, wherever the language has it.
  const [before, after] = t('books.book.by', { author: '\n' }).split('\n');
  return (
    <article className={styles.book}>
      <div className={styles.cover}>
        <LargeCover book={book} />
      </div>
      <div className={styles.words}>
        <h1>
          <bdi>{book.title}</bdi>
        </h1>
        <p className={styles.author}>
          {before}
          <AppLink to={allBy(book)}>
            <bdi>{book.author}</bdi>
          </AppLink>
          {after}
        </p>
        <dl className={styles.facts}>
          <Fact name={t('books.book.genre')} value={book.genre.label} to={allIn(book)} />
          {book.publisher && <Fact name={t('books.book.publisher')} value={book.publisher} />}
          <Fact name={t('books.book.added')} value={added} />
        </dl>
      </div>
      <Printed />
    </article>
  );
}

const allBy = ({ author }: Book) => `/app/books?${new URLSearchParams({ author })}`;

const allIn = ({ genre }: Book) => `/app/books?genre=${genre.id}`;

/** Renders address and day for the printed page, in the browser: the server knows neither. */
function Printed() {
  const { language } = useLanguage();
  const [day, setDay] = useState('');
  useEffect(() => setDay(new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format()), [language]);
  return (
    <p className={styles.printed} aria-hidden="true">
      <bdi dir="ltr">{day && location.origin + location.pathname}</bdi> · {day}
    </p>
  );
}

/** Renders other books once their place is in view: a visit on a phone loads them only after scrolling. */
function OthersInView({ book }: { book: Book }) {
  const place = useRef<HTMLDivElement>(null);
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setInView(true));
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.others}>
      {isInView && <OtherBooks book={book} />}
    </div>
  );
}

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
    <div aria-busy="true" role="status" aria-label={t('common.loading')}>
      <div className={styles.book}>
        <div className={styles.cover}>
          <Skeleton inline="100%" block="100%" />
        </div>
        <div className={styles.words}>
          <Skeleton inline="18rem" block="2rem" />
          <Skeleton inline="10rem" block="1.75rem" />
          <dl className={styles.facts}>
            {(['genre', 'publisher', 'added'] as const).map((name) => (
              <div key={name}>
                <dt>{t(`books.book.${name}`)}</dt>
                <dd>
                  <Skeleton inline="8rem" block="1.25em" />
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className={styles.others}>
        <div>
          <Skeleton inline="12rem" block="1.5rem" />
          <BookTiles books={undefined} />
        </div>
      </div>
    </div>
  );
}

/**
 * Renders other books of the genre, and then of the author: the genre nearly always has some, so that its
 * place is kept while they are loading.
 */
function OtherBooks({ book }: { book: Book }) {
  const { t } = useTranslation();
  const inGenre = useRead(api.books.list, others({ genre: book.genre.id }));
  const byAuthor = useRead(api.books.list, others({ author: book.author }));
  const isLoading = [inGenre, byAuthor].some(({ state }) => state === 'loading');
  const sections = [
    {
      id: 'in-genre',
      title: t('books.book.inGenre', { genre: book.genre.label }),
      all: allIn(book),
      books: isLoading ? undefined : without(inGenre.data ?? [], book),
    },
    {
      id: 'by-author',
      title: t('books.book.byAuthor', { author: book.author }),
      all: allBy(book),
      books: isLoading ? [] : without(byAuthor.data ?? [], book),
    },
  ].filter(({ books }) => books?.length !== 0);
  return sections.map(({ books, ...head }) => (
    <section key={head.id} aria-labelledby={head.id}>
      <SectionHead {...head} />
      <BookTiles books={books} />
    </section>
  ));
}

/** One more than the shown number: the book itself may be among them. */
const others = (filter: { author: string } | { genre: string }) => ({
  query: { _start: 0, _end: TILES + 1, _sort: 'createdAt', _order: 'desc', ...filter },
});

const without = (books: readonly Book[], { id }: Book) =>
  books.filter((one) => one.id !== id).slice(0, TILES);
