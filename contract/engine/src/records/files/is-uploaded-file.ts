import type { UploadedFile } from '#contract/schema/fields/upload.ts';

/** Returns whether a JSON value of a record is an uploaded file. */
export const isUploadedFile = (value: unknown): value is UploadedFile =>
  typeof value === 'object' && value !== null && 'url' in value && 'size' in value && 'id' in value;
