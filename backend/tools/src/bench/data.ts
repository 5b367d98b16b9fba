import { randomBytes } from 'node:crypto';
import { sessionCookie } from '@bindery/backend/access/auth/constants.ts';
import { openDatabase } from '@bindery/backend/database/connection.ts';
import { createEntities } from '@bindery/backend/database/entities.ts';
import { newId } from '@bindery/backend/database/id.ts';
import { migrate } from '@bindery/backend/database/migrations/migrate.ts';
import { seed } from '@bindery/backend/extend/seed.ts';
import { signToken } from '@bindery/backend/kernel/http/cookies.ts';
import type { HooksByResource } from '@bindery/backend/records/resources/hooks.ts';
import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { defineResources, reference, text } from '@bindery/contract/schema/index.ts';

/** Hooks that do next to nothing: their writes need a transaction. */
export const HOOKS: HooksByResource = {
  books: {
    beforeCreate: async (values) => ({ ...values, title: String(values.title).trim() }),
    beforeUpdate: async ({ values }) => values,
    beforeDelete: async () => {},
  },
};

/** A resource whose records are deleted with their books. */
export const COPIES = defineResources({
  books: { fields: { title: text({ required: true }) }, rights: { admin: ['read'] } },
  copies: {
    fields: { book: reference('books', { required: true, onDelete: 'cascade' }) },
    rights: { admin: ['read'] },
  },
}).copies;

/** Creates the table of the resource, which no migration of the product does. */
const CREATE_COPIES = `create table copies (
    id uuid primary key, book_id uuid not null references books (id),
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null
  );
  create index on copies (book_id)`;

/** The number of books in the database under load. */
export const BOOKS = 10_000;
const CHUNK = 1_000;

/** The test data for the load test. */
export interface BenchData {
  readonly genre: string;
  /** The ids of some records to read. */
  readonly ids: readonly string[];
  /** The Cookie header of a signed-in admin. */
  readonly cookie: string;
}

/** Migrates an empty database, adds ten thousand books and signs an admin in. */
export async function prepareData({ url, secret }: { url: string; secret: string }): Promise<BenchData> {
  const { resources } = await loadProduct(process.cwd());
  const database = await openDatabase({ url, entities: createEntities(resources) });
  await migrate(database);
  await seed(database, resources);
  await database.runScript(CREATE_COPIES);
  const genres = await database.query<{ id: string }>({ sql: 'select id from genres', parameters: [] });
  const books = Array.from({ length: BOOKS - 100 }, (_, index) => ({
    id: newId(),
    title: `${TITLES[index % TITLES.length]} ${index}`,
    author: `Author ${index % 500}`,
    genre: genres[index % genres.length]!.id,
    publisher: `Publisher ${index % 90}`,
    createdAt: new Date(),
    updatedAt: new Date(),
  }));
  for (let start = 0; start < books.length; start += CHUNK)
    await database.em().insertMany(database.entity('books'), books.slice(start, start + CHUNK));
  await database.execute({ sql: 'analyze', parameters: [] });
  const cookie = await signIn(database, secret);
  await database.close();
  return { genre: genres[0]!.id, ids: books.slice(0, 500).map(({ id }) => id), cookie };
}

const TITLES = [
  'The River',
  'L’Été',
  'Safari ya',
  'رحلة',
  'A Winter',
  'Notes on',
  'Letters from',
  'The House',
];

/** Creates a session as sign-in does, without the email. */
async function signIn(database: Awaited<ReturnType<typeof openDatabase>>, secret: string): Promise<string> {
  const [admin] = await database.query<{ id: string }>({
    sql: "select id from users where role = 'admin'",
    parameters: [],
  });
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  const now = new Date();
  const session = { id: newId(), token, expiresAt, userId: admin!.id, createdAt: now, updatedAt: now };
  await database.em().insert(database.entity('sessions'), session);
  return `${sessionCookie({ secure: false })}=${signToken(token, secret)}`;
}
