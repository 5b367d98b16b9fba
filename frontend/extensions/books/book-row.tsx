import { AppLink, Skeleton } from '@bindery/frontend/components';
import type { Book } from './book.ts';
import { BookCover } from './book-cover.tsx';
import styles from './book-row.module.css';

/** Renders a book of the list. The whole row links to the book's page. */
export function BookRow({ book }: { book: Book }) {
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
export function BookRowSkeleton() {
  return (
    <li className={styles.row}>
      <Skeleton inline="3rem" block="4.25rem" />
      <span className={styles.words}>
        <Skeleton inline="70%" />
        <Skeleton inline="45%" />
        <Skeleton inline="30%" />
      </span>
    </li>
  );
}
