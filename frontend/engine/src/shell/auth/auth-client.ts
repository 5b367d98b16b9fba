import { send } from '../http/http.ts';
import { refreshSession } from './session.ts';

const changesSession = /^\/(sign-out|sign-(in|up)\/.+|update-user|delete-user|verify-email)$/;

/** Returns whether the session must be fetched again after a successful call to this auth endpoint. */
export const refreshesSession = (path: string): boolean => changesSession.test(path);

/**
 * Calls a better-auth endpoint by its path (`/sign-out`). Refreshes the session if the call changed it, and
 * follows a redirect in the response, such as to a social provider. If the session cannot be read after the
 * call, the page is reloaded: it would be false to report what is done as failed, and a code is used up. A
 * changed name appears with the next check of the session. Throws an HttpError.
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
  else if (refreshesSession(path))
    await refreshSession().catch(() => {
      if (path === '/update-user') return;
      location.reload();
      // This document shall not continue without the session.
      return new Promise(() => {});
    });
  return body;
}
