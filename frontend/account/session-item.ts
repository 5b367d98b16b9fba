import type { SessionItem } from '#contract/sessions.ts';
import { http, read } from '../http/http.ts';

export type { SessionItem };

/** Where the visitor's own sessions are; those of another user lie below that user's address and work alike. */
export const ownSessions = '/api/account/sessions';

const pageSize = 5;

/** More than the server gives at once are never shown. */
export const mostSessions = 100;

/** How many sessions to show at first. */
export const firstSessions = pageSize;

/** How many sessions to show after "Load more". */
export const moreThan = (shown: number): number => Math.min(shown + pageSize, mostSessions);

/** The first sessions at an address, newest first, and how many there are. Throws an HttpError. */
export async function readSessions(
  address: string,
  count: number,
): Promise<{ sessions: SessionItem[]; total: number }> {
  const { data, headers } = await read<SessionItem[]>(`${address}?_start=0&_end=${count}`);
  return { sessions: data, total: Number(headers['x-total-count'] ?? data.length) };
}

/** Ends one session. Throws an HttpError. */
export const revokeSession = (address: string, id: string) => http.delete(`${address}/${id}`);

/** Ends every session at an address; of the visitor's own, all but the one in use. Throws an HttpError. */
export const revokeSessions = (address: string) => http.delete(address);
