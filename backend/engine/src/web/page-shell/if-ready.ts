import { z } from 'zod';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { within } from '#backend/kernel/within.ts';
import { logger } from '#backend/logging/logger.ts';

/** A document waits no longer for its data, such as a locked table's: the page can say what it waits for. */
const MAX_WAIT_MS = 1_000;

/**
 * Returns what a document can do without; undefined if it fails or takes long. The page then asks for it
 * itself, and shows the error or that it waits.
 */
export async function ifReady<Value>(
  path: string,
  work: () => Promise<Value>,
  maxWaitMs = MAX_WAIT_MS,
): Promise<Value | undefined> {
  try {
    return await within(maxWaitMs, work());
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof z.ZodError))
      logger.warn({ err: error, path }, 'a document contains no response to a call');
    return undefined;
  }
}
