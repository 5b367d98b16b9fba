import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isStorageFull } from '#backend/database/connection-errors.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

/** A received file. */
export interface Received {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Whether it is text in UTF-8. */
  readonly isText: boolean;
}

/**
 * Writes a request's body to a file as it arrives.
 * @returns undefined as soon as there is more than `maxBytes`.
 * @throws ApiError STORAGE_FULL; INVALID if the client disconnects.
 */
export async function receive(
  stream: Readable,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<Received | undefined> {
  const hash = createHash('sha256');
  const text = new TextDecoder('utf-8', { fatal: true });
  let [size, isText] = [0, true];
  const decode = (bytes?: Buffer) => {
    try {
      const part = bytes ? text.decode(bytes, { stream: true }) : text.decode();
      if (part.includes('\0')) isText = false;
    } catch {
      isText = false;
    }
  };
  const file = await open(path, 'wx', 0o600).catch(orFull);
  try {
    // A rejected request keeps its connection: the client reads the response while it is still sending.
    const pieces: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const bytes of pieces) {
      size += bytes.length;
      if (size > maxBytes) return undefined;
      hash.update(bytes);
      if (isText) decode(bytes);
      await file.write(bytes).catch(orFull);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') throw new ApiError('INVALID');
    throw error;
  } finally {
    await file.close();
  }
  if (isText) decode();
  return { path, size, sha256: hash.digest('hex'), isText };
}

const orFull = (error: unknown): never => {
  throw isStorageFull(error) ? new ApiError('STORAGE_FULL') : error;
};
