import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';

/** What the page has seen of files, because forms and conflicts have only their ids. */
const known = new Map<string, UploadedFile>();

/** Remembers a file; returns it. */
export function rememberFile(file: UploadedFile): UploadedFile {
  known.set(file.id, file);
  return file;
}

/** A file as a value may have it: whole in a record, named in the history, or only an id. */
export type FileLike = UploadedFile | { readonly id: string; readonly label: string } | string;

/** A file to show; without an address, only its name is known. */
export type ShownFile =
  | UploadedFile
  | { readonly id: string; readonly name: string; readonly url?: undefined };

/** Returns what is known of a file. */
export function knownFile(value: FileLike): ShownFile {
  if (typeof value === 'string') return known.get(value) ?? { id: value, name: value };
  if ('label' in value) return { id: value.id, name: value.label };
  return rememberFile(value);
}
