import { ArrowLeft, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
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
      <BookCover book={book} size="large" />
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
      <Skeleton inline="11rem" block="16rem" />
      <div className={styles.words}>
        <Skeleton inline="18rem" block="2rem" />
        <Skeleton inline="10rem" />
      </div>
    </div>
  );
}
