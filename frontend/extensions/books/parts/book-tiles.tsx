import { AppLink, Skeleton } from '@bindery/frontend/components';
import { useTranslation } from 'react-i18next';
import type { Book } from '../book.ts';
import { BookCover, patternOf, patterns } from '../book-cover.tsx';
import styles from './book-tiles.module.css';

/** The maximum number of tiles in a row. */
export const TILES = 6;

const placeholders = Array.from({ length: TILES }, (_, at) => at);

interface SectionHeadProps {
  id: string;
  title: string;
  /** The address of all books of the section. */
  all?: string | undefined;
}

/** Renders the heading of a section, and a link to all of its books. */
export function SectionHead({ id, title, all }: SectionHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {all && <AppLink to={all}>{t('books.home.all')}</AppLink>}
    </div>
  );
}

/**
 * Renders books as large covers: a row on wide screens, and one to swipe through on phones. Without books,
 * they are still loading.
 */
export function BookTiles({ books }: { books: readonly Book[] | undefined }) {
  // A row of one genre has one colour.
  const inRow = patternsOf(books?.map(({ id }) => id) ?? []);
  return (
    // Marked as scrolling: on phones the row is wider than the page.
    <ul className={styles.tiles} aria-busy={!books} data-overflows>
      {!books && placeholders.map((at) => <TileSkeleton key={at} />)}
      {books?.map((book, at) => (
        <li key={book.id}>
          <AppLink className={styles.tile} to={`/app/books/${book.id}`} state={book}>
            <LargeCover book={book} pattern={inRow[at]} />
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

/** Returns the patterns of a row of books: their own, or the next one if the neighbour has the same. */
export function patternsOf(ids: readonly string[]): number[] {
  const row: number[] = [];
  for (const id of ids) {
    const own = patternOf(id);
    row.push(own === row.at(-1) ? (own + 1) % patterns.length : own);
  }
  return row;
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

interface LargeCoverProps {
  book: Pick<Book, 'id' | 'title' | 'author' | 'genre' | 'cover'>;
  /** The book's own by default. */
  pattern?: number | undefined;
}

/** Renders a book's cover with its title and author, as wide as its place. */
export function LargeCover({ book, pattern }: LargeCoverProps) {
  const letters = Math.max(...book.title.split(/\s/).map((word) => word.length));
  return (
    <BookCover book={book} pattern={pattern} className={styles.large} sizes="14rem">
      <span className={styles.coverTitle} style={{ '--letters': letters } as React.CSSProperties}>
        <bdi className="match-parent line-clamp">{book.title}</bdi>
      </span>
      <span className={styles.coverAuthor}>
        <bdi className="match-parent line-clamp">{book.author}</bdi>
      </span>
    </BookCover>
  );
}
