import type { z } from 'zod';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';

/** Encodes the place in a list after which the next page starts, for `_after`. */
export const encodeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Returns the place of a cursor; undefined if this server has not created it. */
export function decodeCursor<Place>(schema: z.ZodType<Place>, cursor: string): Place | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

/** Returns the error for an invalid cursor. */
export const invalidCursor = (): ApiError =>
  new ApiError('INVALID', errorsAt('_after', 'errors.invalidCursor'));
