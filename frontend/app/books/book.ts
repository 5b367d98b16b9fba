import { type HttpAnswer, read } from '../../http/http.ts';
import { initialAnswer } from '../../http/initial-data.ts';

/** A book as the API gives it. */
export interface Book {
  id: string;
  title: string;
  author: string;
  genre: { id: string; label: string };
  publisher: string | null;
  createdAt: string;
}

/** One more piece of the list of books. */
export interface BookPiece {
  books: Book[];
  total: number;
  /** False when there are more than the server cared to count. */
  exact: boolean;
  /** Leads to the piece after this one; absent at the end. */
  cursor: string | undefined;
}

export interface BookQuery {
  searchTerm: string;
  cursor?: string | undefined;
  signal: AbortSignal;
}

const pageSize = 20;
const known = new Map<string, Book>();

/** A book that some list has shown already, to draw its page at once. */
export const knownBook = (id: string): Book | undefined => known.get(id);

/** The address of a piece of the list; the server knows the first one too, to send it along with the page. */
export function bookListAddress({ searchTerm, cursor }: Omit<BookQuery, 'signal'>): string {
  const query = new URLSearchParams({ _start: '0', _end: String(pageSize), _sort: 'title', _order: 'asc' });
  if (searchTerm) query.set('q', searchTerm);
  if (cursor) query.set('_after', cursor);
  return `/api/books?${query}`;
}

/** Reads a piece of the list. Throws an HttpError. */
export async function readBooks({ signal, ...query }: BookQuery): Promise<BookPiece> {
  return pieceOf(await read<Book[]>(bookListAddress(query), { signal }));
}

/** The first piece, where it came inside the page. */
export function firstBooks(searchTerm: string): BookPiece | undefined {
  const answer = initialAnswer<Book[]>(bookListAddress({ searchTerm }));
  return answer?.data ? pieceOf({ ...answer, data: answer.data }) : undefined;
}

function pieceOf({ data: books, headers }: HttpAnswer<Book[]>): BookPiece {
  for (const book of books) known.set(book.id, book);
  return {
    books,
    total: Number(headers['x-total-count']),
    exact: headers['x-total-exact'] !== 'false',
    cursor: headers['x-next-cursor'],
  };
}

const bookAddress = (id: string) => `/api/books/${encodeURIComponent(id)}`;

/** One book, where it came inside the page: null when there is none with this id. */
export const firstBook = (id: string): Book | null | undefined => initialAnswer<Book>(bookAddress(id))?.data;

/** Reads one book. Throws an HttpError, 404 when there is none. */
export async function readBook(id: string, signal: AbortSignal): Promise<Book> {
  const { data } = await read<Book>(bookAddress(id), { signal });
  return data;
}
