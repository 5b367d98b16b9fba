import { hash } from 'node:crypto';
import { ApiError } from '#backend/http/api-error.ts';
import type { RecordJson } from '../query/projection.ts';

/** The strong ETag of a record as one role sees it. */
export const etagOf = (item: RecordJson): string => `"${hash('sha1', JSON.stringify(item), 'base64url')}"`;

/** Whether a header that lists ETags, such as If-Match, names this one; `*` names every one. */
export function namesEtag(header: string, etag: string): boolean {
  const names = header.split(',').map((name) => name.trim());
  return names.includes('*') || names.includes(etag);
}

/**
 * Refuses a write on a record that has changed since it was read.
 *
 * @throws ApiError PRECONDITION_FAILED with the record as it stands now.
 */
export function checkIfMatch(header: string | undefined, current: RecordJson): void {
  if (header === undefined || namesEtag(header, etagOf(current))) return;
  throw new ApiError('PRECONDITION_FAILED', { current });
}
