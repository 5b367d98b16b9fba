import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { FileUrls } from '#backend/records/files/signed-url.ts';
import { type FileFacts, toUploadedFile } from '#backend/records/files/store.ts';

/** Returns the SQL of the facts about a column's file, as JSON; null without one, which needs no lookup. */
export const fileFacts = (column: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(column)} is not null then
    (select jsonb_build_object('id', id, 'name', name, 'type', type, 'size', size,
      'width', width, 'height', height, 'thumbnails', thumbnails)
    from files where id = ${sql.ref(column)}) end`;

/** Returns a file in the form of the API, from the result of `fileFacts`. */
export const fileOf = (facts: unknown, urls: Pick<FileUrls, 'of'> = NO_URLS): UploadedFile =>
  toUploadedFile(facts as FileFacts, urls);

const NO_URLS = { of: () => '' };

/** Returns the names of files by id. */
export async function fileNames(
  { query }: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query<{ id: string; name: string }>({
    sql: 'select id, name from files where id = any($1::uuid[])',
    parameters: [ids],
    table: 'files',
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
