import type { Database } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';

/** Inserts a genre, for the books of tests; returns its id. */
export async function insertGenre(database: Database, name = 'Riwaya'): Promise<string> {
  const id = newId();
  const sql = 'insert into genres (id, name, created_at, updated_at) values ($1, $2, now(), now())';
  await database.execute({ sql, parameters: [id, name] });
  return id;
}
