import { hash } from 'node:crypto';
import { ApiError } from '#backend/http/api-error.ts';
import { isUploadedFile } from '#contract/files/is-uploaded-file.ts';
import type { RecordJson } from '../query/projection.ts';

/** Returns the strong ETag of a record as one role sees it. */
export const etagOf = (item: RecordJson): string =>
  `"${hash('sha1', JSON.stringify(item, withoutSignatures), 'base64url')}"`;

/** Leaves out the addresses of files: they are signed anew every few hours, while the record stays the same. */
const withoutSignatures = (_key: string, value: unknown): unknown =>
  isUploadedFile(value) ? { id: value.id, name: value.name } : value;

/** Returns whether a header that lists ETags, such as If-Match, contains this one; `*` matches any. */
export function namesEtag(header: string, etag: string): boolean {
  const names = header.split(',').map((name) => name.trim());
  return names.includes('*') || names.includes(etag);
}

/**
 * Checks the If-Match header, so that a record that has changed since it was read is not overwritten.
 *
 * @throws ApiError PRECONDITION_FAILED with the current record.
 */
export function checkIfMatch(header: string | undefined, current: RecordJson): void {
  if (header === undefined || namesEtag(header, etagOf(current))) return;
  throw new ApiError('PRECONDITION_FAILED', { current });
}
