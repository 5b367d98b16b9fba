import { hash } from 'node:crypto';
import { isUploadedFile } from '@bindery/contract/records/files/is-uploaded-file.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordJson } from '../query/projection.ts';

/**
 * Returns the strong ETag of a record as one role sees it. What is computed has a part of its own, after a point: it
 * changes with other records, which is no reason to refuse a write of this one.
 */
export function etagOf(item: RecordJson, { fields }: Pick<Resource, 'fields'>): string {
  const computed = Object.keys(item).filter((name) => fields[name]?.computed);
  if (computed.length === 0) return `"${hashOf(item)}"`;
  const written = Object.entries(item).filter(([name]) => !computed.includes(name));
  return `"${hashOf(Object.fromEntries(written))}${SEPARATOR}${hashOf(computed.map((name) => item[name]))}"`;
}

const SEPARATOR = '.';

const hashOf = (value: unknown): string =>
  hash('sha1', JSON.stringify(value, withoutSignatures), 'base64url');

/** Returns the part of an ETag that is about what is written. */
const writtenPart = (etag: string): string => etag.split(SEPARATOR, 1)[0]!.replaceAll('"', '');

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
export function checkIfMatch(
  header: string | undefined,
  { current, resource }: { current: RecordJson; resource: Resource },
): void {
  if (header === undefined) return;
  const named = header.split(',').map((name) => writtenPart(name.trim()));
  if (named.includes('*') || named.includes(writtenPart(etagOf(current, resource)))) return;
  throw new ApiError('PRECONDITION_FAILED', { current });
}
