import { api } from '@bindery/frontend/http';
import { useRead } from '@bindery/frontend/pages';
import { useTranslation } from 'react-i18next';
import type { Book } from '../book.ts';
import { BookTiles, TILES } from './book-tiles.tsx';

/** Renders other books of the author and of the genre, once both are known, so that no section shifts another one. */
export function OtherBooks({ book }: { book: Book }) {
  const { t } = useTranslation();
  const byAuthor = useRead(api.books.list, others({ author: book.author }));
  const byGenre = useRead(api.books.list, others({ genre: book.genre.id }));
  if (!byAuthor.data || !byGenre.data) return null;
  const sections = [
    { title: t('books.book.byAuthor', { author: book.author }), books: without(byAuthor.data, book) },
    { title: t('books.book.inGenre', { genre: book.genre.label }), books: without(byGenre.data, book) },
  ].filter(({ books }) => books.length > 0);
  return sections.map(({ title, books }) => (
    <section key={title}>
      <h2>{title}</h2>
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
