import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import type { Database } from '#backend/database/connection.ts';
import type { FileUrls } from './signed-url.ts';

/** A file to add. */
export interface NewFile extends FileFacts {
  readonly resource: string;
  readonly field: string;
  readonly uploaderId: string;
  readonly sha256: string;
}

type Writing = Pick<Database, 'execute'>;
const table = 'files';

/** Adds a file before the storage has it, so that the leftovers of a stopped server are known. */
export async function addFile({ execute }: Writing, file: NewFile): Promise<void> {
  const { id, resource, field, uploaderId, name, type, size, sha256, width, height, thumbnails } = file;
  await execute({
    sql: `insert into files (id, resource, field, uploader_id, name, type, size, sha256, width, height, thumbnails, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb, date_trunc('milliseconds', now()))`,
    parameters: [
      ...[id, resource, field, uploaderId, name, type, size, sha256, width, height],
      JSON.stringify(thumbnails),
    ],
    table,
  });
}

/** Marks a file as complete in the storage: only now can a record reference it. */
export async function completeFile({ execute }: Writing, id: string): Promise<void> {
  await execute({ sql: 'update files set is_stored = true where id = $1', parameters: [id], table });
}

/** Deletes a file that the storage rejected. */
export async function dropFile({ execute }: Writing, id: string): Promise<void> {
  await execute({ sql: 'delete from files where id = $1', parameters: [id], table });
}

/** Returns the facts about a file; undefined if it does not exist. */
export async function findFile(
  { query }: Pick<Database, 'query'>,
  id: string,
): Promise<FileFacts | undefined> {
  const [file] = await query<FileFacts>({
    sql: 'select id, name, type, size, width, height, thumbnails from files where id = $1 and is_stored',
    parameters: [id],
    mode: 'pipelined',
    table,
  });
  return file;
}

/** The facts about a file in the database. */
export interface FileFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbnails: readonly number[];
}

/** Returns a file in the form of the API, with freshly signed addresses. */
export function toUploadedFile(
  { id, name, type, size, width, height, thumbnails }: FileFacts,
  urls: Pick<FileUrls, 'of'>,
): UploadedFile {
  const file = { id, name, type, size, url: urls.of(id, 'original') };
  if (width === null || height === null) return file;
  const smaller = thumbnails.map((width) => ({ width, url: urls.of(id, width) }));
  return { ...file, width, height, thumbnails: smaller };
}
