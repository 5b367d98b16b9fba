import { ApiError } from '#backend/http/api-error.ts';
import { currentSession } from '#backend/http/request-context.ts';
import { FRESH_MS } from './constants.ts';

/**
 * Requires that the session of the current request was created within the last 24 hours. Does nothing without a
 * session, as in background work.
 *
 * @throws ApiError SESSION_EXPIRED, upon which pages redirect to sign in again and back; API_KEY_NOT_ALLOWED for a
 *   request by an API key, which is no session.
 */
export function requireFreshSession(): void {
  const session = currentSession();
  if (session?.apiKey) throw new ApiError('API_KEY_NOT_ALLOWED');
  if (session && Date.now() - session.createdAt.getTime() >= FRESH_MS) throw new ApiError('SESSION_EXPIRED');
}
