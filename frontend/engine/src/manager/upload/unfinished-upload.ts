import { UPLOAD_FAILED, UPLOADING } from '@bindery/contract/schema/fields/upload.ts';

/**
 * The value of a file's input during an upload and after a failed one: a form with it cannot be saved. A
 * draft contains it too.
 */
interface UnfinishedUpload {
  readonly id: typeof UPLOADING | typeof UPLOAD_FAILED;
  /** The value before the upload. */
  readonly before: unknown;
}

/** Returns whether the value of a file's input is an unfinished upload. */
export const isUnfinished = (value: unknown): value is UnfinishedUpload =>
  [UPLOADING, UPLOAD_FAILED].includes((value as { id?: string } | null | undefined)?.id ?? '');

/** Returns the value of a file's input before an unfinished upload; otherwise the value itself. */
export const valueBefore = (value: unknown): unknown => (isUnfinished(value) ? value.before : value);
