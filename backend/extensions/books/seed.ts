import { type Database, insertSamples, newId } from '@bindery/backend/extend';
import type { Resource } from '@bindery/contract';
import { booksByGenre } from './sample-books.ts';

/**
 * Adds sample genres and books to an empty catalogue, as demo data. Skips a catalogue that has books or
 * genres, or whose config entries the samples do not fit.
 * @returns whether anything was added.
 */
export default async function seedBooks(
  database: Database,
  { genres, books }: Readonly<Record<string, Resource>>,
): Promise<boolean> {
  if (!genres || !books) return false;
  const [row] = await database.query<{ filled: boolean }>({
    sql: `select exists (select from "${books.table}") or exists (select from "${genres.table}") as filled`,
    parameters: [],
  });
  if (row?.filled) return false;
  const genreRecords = Object.keys(booksByGenre).map((name) => ({ id: newId(), name }));
  const genreIds = new Map(genreRecords.map(({ name, id }) => [name, id]));
  const bookRecords = interleaved(
    Object.entries(booksByGenre).map(([name, list]) =>
      list.map(([title, author, publisher]) => ({
        id: newId(),
        title,
        author,
        publisher,
        genre: genreIds.get(name),
      })),
    ),
  );
  return insertSamples(database, [
    { resource: genres, records: genreRecords },
    { resource: books, records: bookRecords },
  ]);
}

/** Returns the items of all lists, spread evenly: the newest books are of several genres. */
const interleaved = <T>(lists: readonly (readonly T[])[]): T[] =>
  lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
