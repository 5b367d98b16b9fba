import type { Book } from '../book.ts';
import { LargeCover } from '../parts/book-tiles.tsx';
import styles from './cover.module.css';

/** Renders the cover that readers see, on the book's page in the manager. */
export default function ManagerCover({ item }: { item: Readonly<Record<string, unknown>> }) {
  const book = {
    ...(item as Pick<Book, 'genre' | 'cover'>),
    id: String(item.id),
    title: String(item.title),
    author: String(item.author),
  };
  return (
    <div className={styles.cover}>
      <LargeCover book={book} />
    </div>
  );
}
