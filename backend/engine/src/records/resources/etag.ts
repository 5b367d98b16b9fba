import { hash } from 'node:crypto';
import type { UploadedFile } from '@bindery/contract/schema/fields/upload.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { RecordJson } from './query/projection.ts';

/**
 * Returns the strong ETag of a record as one role sees it. Computed values have a separate part, after a
 * point: they change with other records, which is no reason to reject a write of this one.
 */
export function etagOf(item: RecordJson, { fields }: Pick<Resource, 'fields'>): string {
  const written: Record<string, unknown> = {};
  const computed: unknown[] = [];
  for (const [name, value] of Object.entries(item)) {
    const field = fields[name];
    if (field?.computed) computed.push(value);
    else written[name] = field?.upload ? withoutSignature(value) : value;
  }
  return computed.length === 0
    ? `"${hashOf(written)}"`
    : `"${hashOf(written)}${SEPARATOR}${hashOf(computed)}"`;
}

const SEPARATOR = '.';

const hashOf = (value: unknown): string => hash('sha1', JSON.stringify(value), 'base64url');

/** Returns the part of an ETag that covers written values. */
const writtenPart = (etag: string): string => etag.split(SEPARATOR, 1)[0]!.replaceAll('"', '');

/** Removes a file's addresses: they are signed again every few hours, while the record stays the same. */
function withoutSignature(file: unknown): unknown {
  if (file === null || typeof file !== 'object') return file;
  const { id, name } = file as Partial<UploadedFile>;
  return { id, name };
}

/** Returns whether a header that lists ETags, such as If-Match, contains this one; `*` matches any. */
export function namesEtag(header: string, etag: string): boolean {
  const names = header.split(',').map((name) => name.trim());
  return names.includes('*') || names.includes(etag);
}

/**
 * Returns whether an If-Match header permits a write, so that a record that has changed since it was read is
 * not overwritten. The record need not have its computed fields.
 */
export function meetsIfMatch(
  header: string | undefined,
  { current, resource }: { current: RecordJson; resource: Resource },
): boolean {
  if (header === undefined) return true;
  const named = header.split(',').map((name) => writtenPart(name.trim()));
  return named.includes('*') || named.includes(writtenPart(etagOf(current, resource)));
}
