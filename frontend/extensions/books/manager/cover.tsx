import type { Book } from '../book.ts';
import { BookCover } from '../book-cover.tsx';

/** Renders the cover that readers see, on the book's page in the manager. */
export default function ManagerCover({ item }: { item: Readonly<Record<string, unknown>> }) {
  const book = {
    ...(item as Pick<Book, 'genre' | 'cover'>),
    title: String(item.title),
    author: String(item.author),
  };
  return <BookCover book={book} size="large" />;
}
