import { rolesOf } from '@bindery/contract/records/rights.ts';
import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';
import { insertSamples } from '#backend/extend/samples/insert-samples.ts';
import { seedUsers } from '#backend/extend/samples/seed-users.ts';

const BOOKS = 100;

/** The genres of the test catalogue, with the numbers of their books; tests search for some titles. */
const GENRES: Readonly<Record<string, { count: number; named: readonly (readonly [string, string])[] }>> = {
  Adventure: {
    count: 11,
    named: [
      ['Michel Strogoff', 'Jules Verne'],
      ['L’Île mystérieuse', 'Jules Verne'],
    ],
  },
  Essays: { count: 20, named: [] },
  Novels: {
    count: 40,
    named: [
      ['L’Étranger', 'Albert Camus'],
      ['Rosa Mistika', 'Euphrase Kezilahabi'],
    ],
  },
  Poetry: { count: 20, named: [['Chants d’ombre', 'Léopold Sédar Senghor']] },
  'Science fiction': { count: 9, named: [['Dune', 'Frank Herbert']] },
};

/**
 * Adds the sample users, and a catalogue of 100 books in five genres to the lending library. It is separate
 * from the sample books of the product, on which tests must not depend.
 */
export async function seedCatalogue(database: Database): Promise<void> {
  await seedUsers(database, rolesOf(lendingLibrary));
  const genres = Object.keys(GENRES).map((name) => ({ id: newId(), name }));
  const books = genres.flatMap(({ id, name }) =>
    booksOf(name).map((book) => ({ ...book, id: newId(), genre: id })),
  );
  if (books.length !== BOOKS) throw new Error(`The test catalogue has ${books.length} books, not ${BOOKS}.`);
  await insertSamples(database, [
    { resource: lendingLibrary.genres, records: genres },
    { resource: lendingLibrary.books, records: books },
  ]);
}

function booksOf(genre: string) {
  const { count = 0, named = [] } = GENRES[genre] ?? {};
  return Array.from({ length: count }, (_, index) => {
    const [title, author] = named[index] ?? [`The ${genre} ${index}`, `Author ${index % 7}`];
    return { title, author, publisher: `Publisher ${index % 5}` };
  });
}
