import type { EntityManager } from '@mikro-orm/postgresql';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import type { Database, Row } from './connection.ts';
import { newId } from './id.ts';
import { booksByGenre } from './seeds/books.ts';
import { people } from './seeds/people.ts';

const FIRST = Date.parse('2026-01-01T08:00:00Z');
/** Moments that lie apart, so that "newest first" has an order. */
const moment = (index: number) => new Date(FIRST + index * 60_000);

/** The fields that the seeds have values for. */
const SEEDED: Readonly<Record<string, readonly string[]>> = {
  genres: ['name'],
  books: ['title', 'author', 'genre', 'publisher'],
};

/** Whether the seeds still fit: a developer may have taken an entry away, or demand more of it. */
const seedsFit = (resources: Readonly<Record<string, Resource>>) =>
  Object.entries(SEEDED).every(([name, names]) => {
    const fields: ResourceField[] = Object.values(resources[name]?.fields ?? {});
    const demanded = fields.filter((field) => field.required && field.default === undefined);
    return (
      names.every((known) => fields.some((field) => field.name === known)) &&
      demanded.every((field) => names.includes(field.name))
    );
  });

/**
 * Fills an empty catalogue with genres, books and people, so that there is something to look at. One that has books
 * or genres is left alone, and so is a person who is there already. Does nothing where the entries of books and genres
 * have become others than the seeds are for.
 *
 * @returns whether anything was added.
 */
export async function seed(
  database: Database,
  resources: Readonly<Record<string, Resource>>,
): Promise<boolean> {
  if (!seedsFit(resources)) return false;
  const rows = await database.read<{ filled: boolean }>({
    sql: 'select exists (select from books) or exists (select from genres) as filled',
    parameters: [],
  });
  if (rows[0]?.filled) return false;
  const genres = Object.keys(booksByGenre).map((name, index) => ({ id: newId(), name, ...times(index) }));
  const genreIds = new Map(genres.map(({ name, id }) => [name, id]));
  const books = Object.entries(booksByGenre).flatMap(([genre, list]) =>
    list.map(([title, author, publisher]) => ({ title, author, publisher, genre: genreIds.get(genre) })),
  );
  await database.em().transactional(async (em) => {
    await em.insertMany(database.entity('genres'), genres as never);
    await em.insertMany(
      database.entity('books'),
      books.map((book, index) => ({ id: newId(), ...book, ...times(index) })) as never,
    );
    await addPeople(database, em as EntityManager);
  });
  return true;
}

async function addPeople(database: Database, em: EntityManager): Promise<void> {
  const users = database.entity('users');
  const known = await em.find(users, { email: { $in: people.map(({ email }) => email) } } as never, {
    fields: ['email'] as never,
  });
  const emails = new Set(known.map(({ email }) => email));
  const rows = people
    .filter(({ email }) => !emails.has(email))
    .map(({ isVerified, isOnboarded, ...person }, index) => ({
      id: newId(),
      ...person,
      emailVerified: isVerified,
      onboardedAt: isOnboarded ? moment(index) : null,
      banned: false,
      ...times(index),
    }));
  if (rows.length > 0) await em.insertMany(users, rows as never);
}

const times = (index: number): Row => ({ createdAt: moment(index), updatedAt: moment(index) });
