import type { Readable } from 'node:stream';
import type { Response } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { limitDownload } from '#backend/kernel/http/downloads.ts';
import { contentDisposition } from './file-name.ts';
import type { FileUrls, SignedAddress } from './signed-url.ts';
import { storageKey } from './storage/key.ts';
import type { ByteRange, FileStorage } from './storage/storage.ts';
import { findFile } from './store.ts';

/** Content that a browser might run without the other headers. */
const ACTIVE = /html|xml|svg|script/;

/** The dependencies of downloads. */
export interface DownloadParts {
  readonly database: Pick<Database, 'query'>;
  readonly storage: FileStorage;
  readonly urls: FileUrls;
}

/**
 * Responds with a file, or a part of it, to any holder of a valid address. Only images are shown inline.
 * @throws ApiError NOT_FOUND, also for a modified or expired address; FILES_UNAVAILABLE.
 */
export async function download(
  res: Response,
  { database, storage, urls, address }: DownloadParts & { address: SignedAddress },
): Promise<{ status: 200 | 206; body: Readable } | { status: 416; body: undefined }> {
  const secondsLeft = urls.secondsLeft(address);
  if (secondsLeft === undefined) throw new ApiError('NOT_FOUND');
  const { id, variant } = address;
  const file = await findFile(database, id);
  if (!file) throw new ApiError('NOT_FOUND');
  const isOriginal = variant === 'original';
  const range = isOriginal ? parseRange(res.req.get('range'), file.size) : undefined;
  if (range === 'unsatisfiable') {
    res.set('Content-Range', `bytes */${file.size}`);
    return { status: 416, body: undefined };
  }
  const body = await storage.get(storageKey(id, variant), range);
  if (!body) throw new ApiError('NOT_FOUND');
  const isImage = file.width !== null;
  res.set({
    'Content-Type': isOriginal ? servedType(file.type) : 'image/webp',
    'Content-Disposition': contentDisposition(isImage ? 'inline' : 'attachment', file.name),
    'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    // The content of an address never changes. Compressing would neither save anything nor preserve ranges.
    'Cache-Control': `private, max-age=${secondsLeft}, immutable, no-transform`,
    ...(isOriginal && { 'Accept-Ranges': 'bytes' }),
    ...(isOriginal && { 'Content-Length': String(range ? range.end - range.start + 1 : file.size) }),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
  });
  limitDownload(res);
  res.once('close', () => body.destroy());
  body.once('error', () => res.destroy());
  return { status: range ? 206 : 200, body };
}

function servedType(type: string): string {
  if (type === 'text/plain') return 'text/plain; charset=utf-8';
  return ACTIVE.test(type) ? 'application/octet-stream' : type;
}

/** Parses a Range header with one range of bytes; else undefined: RFC 9110 allows sending the whole file. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
