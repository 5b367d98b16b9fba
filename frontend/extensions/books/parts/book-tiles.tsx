import { AppLink, Skeleton } from '@bindery/frontend/components';
import type { Book } from '../book.ts';
import { BookCover } from '../book-cover.tsx';
import styles from './book-tiles.module.css';

interface BookTilesProps {
  /** None while they are loading. */
  readonly books: readonly Book[] | undefined;
}

/** The maximum number of tiles in a row. */
export const TILES = 6;

const placeholders = Array.from({ length: TILES }, (_, at) => at);

/** Renders books as large covers: a row on wide screens, and one to swipe through on phones. */
export function BookTiles({ books }: BookTilesProps) {
  return (
    // Marked as scrolling: on phones the row is wider than the page.
    <ul className={styles.tiles} aria-busy={!books} data-overflows>
      {!books && placeholders.map((at) => <TileSkeleton key={at} />)}
      {books?.map((book) => (
        <li key={book.id}>
          <AppLink className={styles.tile} to={`/app/books/${book.id}`}>
            <BookCover book={book} size="large" />
            <span className={styles.words}>
              <span className={styles.title} dir="auto">
                {book.title}
              </span>
              <span className={styles.author} dir="auto">
                {book.author}
              </span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function TileSkeleton() {
  return (
    <li className={styles.tile}>
      <div className={styles.cover}>
        <Skeleton inline="100%" block="100%" />
      </div>
      <span className={styles.words}>
        <span className={styles.title}>
          <Skeleton inline="80%" />
        </span>
        <span className={styles.author}>
          <Skeleton inline="60%" />
        </span>
      </span>
    </li>
  );
}
