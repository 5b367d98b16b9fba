import { api, type BodyOf, type EmbeddedResponse, initialResponse, read } from '@bindery/frontend/http';

/** A book as the API returns it. */
export type Book = BodyOf<typeof api.books.read>;

/** One page of the list of books. */
export interface BookSlice {
  books: Book[];
  total: number;
  /** False when the server stopped counting: `total` is then a lower bound. */
  exact: boolean;
  /** The cursor of the next page; null after the last one. */
  cursor: string | null;
}

/** Which books a list shows, and in which order. Empty texts filter nothing. */
export interface BookFilters {
  searchTerm: string;
  /** The id of a genre. */
  genre: string;
  author: string;
  /** A key of `orders`. */
  sort: string;
}

/** The fields that the list can be sorted by, each with its direction. */
export const orders: Readonly<Record<string, string>> = { title: 'asc', author: 'asc', createdAt: 'desc' };

/** What to fetch of the list of books. */
interface BookQuery {
  filters: BookFilters;
  cursor?: string | null;
  signal: AbortSignal;
}

const pageSize = 20;
const known = new Map<string, Book>();

/** Returns a book that a list has already loaded, so that its page renders without waiting. */
export const knownBook = (id: string): Book | undefined => known.get(id);

/**
 * Returns the request of a page of the list; pages.ts has the URL of the first one, which the server embeds.
 */
export function bookListRequest({ filters, cursor }: Omit<BookQuery, 'signal'>) {
  const { searchTerm: q, genre, author, sort } = filters;
  const given = Object.entries({ q, genre, author, _after: cursor }).filter(([, value]) => value);
  const page = { _start: 0, _end: pageSize, _sort: sort, _order: orders[sort]! };
  return { query: { ...page, ...Object.fromEntries(given) } };
}

/** Fetches a page of the list. Throws an HttpError. */
export const readBooks = async ({ signal, ...query }: BookQuery): Promise<BookSlice> =>
  toBookPiece(await read(() => api.books.list({ ...bookListRequest(query), signal })));

/** Returns the first page of the list if it was embedded in the document. */
export function firstBooks(filters: BookFilters): BookSlice | undefined {
  const response = initialResponse<Book[]>(api.books.list.url(bookListRequest({ filters })));
  return response?.body ? toBookPiece({ ...response, body: response.body }) : undefined;
}

function toBookPiece({ body: books, headers }: EmbeddedResponse<Book[]>): BookSlice {
  for (const book of books) known.set(book.id, book);
  return {
    books,
    total: Number(headers.get('x-total-count')),
    exact: headers.get('x-total-exact') !== 'false',
    cursor: headers.get('x-next-cursor'),
  };
}
