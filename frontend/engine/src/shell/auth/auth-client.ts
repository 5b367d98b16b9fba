import { send } from '../http/http.ts';
import { refreshSession, setSession } from './session.ts';

const changesSession = /^\/(sign-out|update-user|delete-user|verify-email|sign-in\/.+|sign-up\/.+)$/;

/** Returns whether the session must be fetched again after a successful call to this auth endpoint. */
export const refreshesSession = (path: string): boolean => changesSession.test(path);

/**
 * Calls a better-auth endpoint by its path (`/sign-out`). Refreshes the session if the call changed it, and
 * follows a redirect in the response, such as to a social provider. Throws an HttpError.
 */
export async function callAuth<Answer>(path: string, data: unknown = {}, headers = {}): Promise<Answer> {
  type Redirecting = Answer & { url?: string; redirect?: boolean };
  const response = await send({
    method: 'POST',
    url: `/api/auth${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(data),
  });
  const body: Redirecting = await response.json().catch(() => null);
  if (body?.redirect && body.url) location.assign(body.url);
  else if (refreshesSession(path)) await refreshSession().catch((error) => withoutSession(path, error));
  return body;
}

/**
 * Handles that the session could not be read after a successful call. What the call was to do is done: to
 * report it as failed would be false. A changed name appears with the next check of the session.
 */
function withoutSession(path: string, error: unknown): void {
  if (path === '/sign-out' || path === '/delete-user') setSession(null);
  else if (path !== '/update-user') throw error;
}
