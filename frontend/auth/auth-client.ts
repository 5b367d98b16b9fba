import { http } from '../http/http.ts';
import { refreshSession } from './session.ts';

const changesSession = /^\/(sign-out|update-user|delete-user|verify-email|sign-in\/.+|sign-up\/.+)$/;

/** Whether the session must be read again after this call of the sign-in API succeeded. */
export const refreshesSession = (path: string): boolean => changesSession.test(path);

/**
 * Calls better-auth by its path (`/sign-out`). Reads the session again where the call changed it, and follows
 * an answer that sends the visitor elsewhere, as to a social provider. Throws an HttpError when refused.
 */
export async function callAuth<Answer>(path: string, data: unknown = {}, headers = {}): Promise<Answer> {
  type Redirecting = Answer & { url?: string; redirect?: boolean };
  const { data: answer } = await http.post<Redirecting>(`/api/auth${path}`, data, { headers });
  if (answer?.redirect && answer.url) location.assign(answer.url);
  else if (refreshesSession(path)) await refreshSession();
  return answer;
}
