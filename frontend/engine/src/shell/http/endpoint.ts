import { type AnyEndpoint, createEndpoint } from '@bindery/contract/api/client.ts';
import { isOffline } from '../browser/offline.ts';
import { send } from './http.ts';
import { HttpError } from './http-error.ts';

const RETRIES = 3;
const FIRST_DELAY_MS = 1000;

/** Creates the endpoint of a route for pages: with the session cookie, and throwing an HttpError. */
export const endpoint = (route: string): AnyEndpoint => createEndpoint(route, send);

/** Returns whether to repeat a failed call: after a network or server error, but not while offline. */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status >= 500) && !isOffline();

/**
 * Calls an endpoint for the data of a page. Retries up to three times after network and server errors, with
 * doubling delays; while offline it throws at once, because a retry cannot help. Throws an HttpError.
 */
export async function read<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      if (failures === RETRIES || !isWorthRepeating(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY_MS * 2 ** failures));
    }
  }
}
