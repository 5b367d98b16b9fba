import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { type HttpResponse, read } from '@bindery/frontend/shell/http/http.ts';
import { initialAnswer } from '@bindery/frontend/shell/http/initial-data.ts';

/** A book as the API returns it. */
export interface Book {
  id: string;
  title: string;
  author: string;
  genre: { id: string; label: string };
  publisher: string | null;
  cover: UploadedFile | null;
  createdAt: string;
}

/** One page of the list of books. */
export interface BookSlice {
  books: Book[];
  total: number;
  /** False when the server stopped counting: `total` is then a lower bound. */
  exact: boolean;
  /** The cursor of the next page; undefined after the last one. */
  cursor: string | undefined;
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
export interface BookQuery {
  filters: BookFilters;
  cursor?: string | undefined;
  signal: AbortSignal;
}

const pageSize = 20;
const known = new Map<string, Book>();

/** Returns a book that a list has already loaded, so that its page renders without waiting. */
export const knownBook = (id: string): Book | undefined => known.get(id);

/** Returns the URL of a page of the list; pages.ts has the same URL, to embed the first page. */
export function bookListAddress({ filters, cursor = '' }: Omit<BookQuery, 'signal'>): string {
  const { searchTerm: q, genre, author, sort } = filters;
  const query = new URLSearchParams(`_start=0&_end=${pageSize}&_sort=${sort}&_order=${orders[sort]}`);
  for (const [name, value] of Object.entries({ q, genre, author, _after: cursor }))
    if (value) query.set(name, value);
  return `/api/books?${query}`;
}

/** Fetches a page of the list. Throws an HttpError. */
export async function readBooks({ signal, ...query }: BookQuery): Promise<BookSlice> {
  return toBookPiece(await read<Book[]>(bookListAddress(query), { signal }));
}

/** Returns the first page of the list if it was embedded in the document. */
export function firstBooks(filters: BookFilters): BookSlice | undefined {
  const response = initialAnswer<Book[]>(bookListAddress({ filters }));
  return response?.data ? toBookPiece({ ...response, data: response.data }) : undefined;
}

function toBookPiece({ data: books, headers }: HttpResponse<Book[]>): BookSlice {
  for (const book of books) known.set(book.id, book);
  return {
    books,
    total: Number(headers['x-total-count']),
    exact: headers['x-total-exact'] !== 'false',
    cursor: headers['x-next-cursor'],
  };
}

const bookAddress = (id: string) => `/api/books/${encodeURIComponent(id)}`;

/** Returns a book if it was embedded in the document: null when no book has this id. */
export const firstBook = (id: string): Book | null | undefined => initialAnswer<Book>(bookAddress(id))?.data;

/** Fetches one book. Throws an HttpError, with status 404 when it does not exist. */
export async function readBook(id: string, signal: AbortSignal): Promise<Book> {
  const { data } = await read<Book>(bookAddress(id), { signal });
  return data;
}
