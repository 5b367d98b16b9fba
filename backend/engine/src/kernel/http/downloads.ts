import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Response } from 'express';
import { ConcurrencyLimit } from '#backend/database/concurrency-limit.ts';
import { DatabaseBusy } from '#backend/database/connection-errors.ts';
import { logger } from '#backend/logging/logger.ts';
import { ApiError } from './api-error.ts';

/** The minimum that a client must read to continue its download. */
export interface DownloadLimits {
  /** The longest time that a client may read nothing. */
  readonly stalledMs: number;
  /** The bytes per second that it must read, on average over `windowMs`, while the server waits for it. */
  readonly minSpeed: number;
  readonly windowMs: number;
  /** The longest time that a download may take. */
  readonly maxDurationMs: number;
}

/** Generous to slow networks: a megabyte in four minutes, and 14 of them in an hour. */
const LIMITS: DownloadLimits = {
  stalledMs: 60_000,
  minSpeed: 4_096,
  windowMs: 120_000,
  maxDurationMs: 3_600_000,
};

/**
 * The exports that a server sends at once: their memory, a page each, limits the total; one user's limit
 * affects only that user. A slow client costs the database nothing between pages, whose reads have a limit.
 */
const slots = new ConcurrencyLimit({ total: 100, perKey: 2, waitMs: 4_000 });

/** A CSV file to send. */
interface Opened {
  readonly name: string;
  /** The number of its records, if it is known. */
  readonly total?: number;
  /** The file, chunk by chunk. */
  readonly pieces: AsyncIterable<string>;
}

/**
 * Starts the download of a CSV file that reads the database while it is being sent; returns its stream, which
 * ends early if the client disconnects or is too slow.
 * @throws ApiError TOO_MANY_REQUESTS while two others of the same user are being sent.
 */
export function startDownload(
  res: Response,
  { userId, open }: { userId: string; open: () => Promise<Opened> },
): Promise<Readable> {
  const started = Promise.withResolvers<Readable>();
  let hasSlot = false;
  const send = async () => {
    hasSlot = true;
    const { name, total, pieces } = await open();
    // A HEAD request requires only the headers.
    const stream = Readable.from(res.req.method === 'HEAD' ? [] : pieces, { objectMode: false });
    res.set({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      ...(total !== undefined && { 'X-Total-Count': String(total) }),
    });
    limitDownload(res);
    res.once('close', () => stream.destroy());
    if (res.closed) stream.destroy();
    started.resolve(stream);
    await finished(stream).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      logger.error({ err: error, path: res.req.path }, 'download failed');
      // A part is already sent: only closing the connection signals that the file is incomplete.
      res.destroy();
    });
  };
  slots.run(userId, send).catch((error: unknown) => {
    const isFull = error instanceof DatabaseBusy && !hasSlot;
    const message = 'Other files are still being sent to you: wait for them to finish, or cancel them';
    started.reject(isFull ? new ApiError('TOO_MANY_REQUESTS', { message }) : error);
  });
  return started.promise;
}

/** Closes the connection of a download whose client reads nothing, reads too slowly, or takes too long. */
export function limitDownload(res: Response, limits: DownloadLimits = LIMITS): void {
  const { stalledMs, minSpeed, windowMs, maxDurationMs } = limits;
  const end = (reason: string) => {
    logger.info({ path: res.req.path, reason }, 'download ended by the server');
    res.destroy();
  };
  const taken = () => (res.socket?.bytesWritten ?? 0) - (res.socket?.writableLength ?? 0);
  let since = { at: performance.now(), bytes: taken() };
  const check = () => {
    const now = { at: performance.now(), bytes: taken() };
    // Otherwise the client has read everything, and waits for the server.
    const isWaitedFor = (res.socket?.writableLength ?? 0) > 0;
    const seconds = (now.at - since.at) / 1000;
    if (isWaitedFor && seconds * 1000 < windowMs) return;
    if (isWaitedFor && now.bytes - since.bytes < minSpeed * seconds) end('too slow');
    since = now;
  };
  const checks = setInterval(check, windowMs / 4);
  const longest = setTimeout(() => end('too long'), maxDurationMs);
  res.setTimeout(stalledMs, () => end('stalled'));
  res.once('close', () => {
    clearInterval(checks);
    clearTimeout(longest);
  });
}
