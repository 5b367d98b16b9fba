import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { http, read } from '#frontend/shell/http/http.ts';

export type { SessionItem };

/**
 * The endpoint of the user's own sessions. The endpoint of another user's sessions (`sessionsOf`) has the
 * same API.
 */
export const ownSessions = '/api/account/sessions';

const pageSize = 5;

/** The maximum number of sessions shown, which is the server's maximum too. */
export const mostSessions = 100;

/** The number of sessions shown at first. */
export const firstSessions = pageSize;

/** Returns the number of sessions to show after "Load more". */
export const nextPageSize = (shown: number): number => Math.min(shown + pageSize, mostSessions);

/** Returns the first sessions of an endpoint, newest first, and their total. Throws an HttpError. */
export async function readSessions(
  address: string,
  count: number,
): Promise<{ sessions: SessionItem[]; total: number }> {
  const { data, headers } = await read<SessionItem[]>(`${address}?_start=0&_end=${count}`);
  return { sessions: data, total: Number(headers['x-total-count'] ?? data.length) };
}

/** Revokes one session. Throws an HttpError. */
export const revokeSession = (address: string, id: string) => http.delete(`${address}/${id}`);

/** Revokes every session of an endpoint; of the user's own, all but the current one. Throws an HttpError. */
export const revokeSessions = (address: string) => http.delete(address);
