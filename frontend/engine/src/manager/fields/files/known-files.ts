import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';

/** The files that the page has seen, because forms and conflicts have only their ids. */
const known = new Map<string, UploadedFile>();

/** Stores a file; returns it. */
export function rememberFile(file: UploadedFile): UploadedFile {
  known.set(file.id, file);
  return file;
}

/** A file as a value may have it: complete in a record, with a name in the history, or only an id. */
export type FileLike = UploadedFile | { readonly id: string; readonly label: string } | string;

/** A file to show; without an address, only its name is known. */
type ShownFile = UploadedFile | { readonly id: string; readonly name: string; readonly url?: undefined };

/** Returns the known facts about a file. */
export function knownFile(value: FileLike): ShownFile {
  if (typeof value === 'string') return known.get(value) ?? { id: value, name: value };
  if ('label' in value) return { id: value.id, name: value.label };
  return rememberFile(value);
}
