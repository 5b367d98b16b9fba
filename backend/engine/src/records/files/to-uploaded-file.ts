import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import type { FileUrls } from './signed-url.ts';

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
