import type { SessionItem } from '#contract/sessions.ts';
import { http, read } from '../shell/http.ts';

export type { SessionItem };

const pageSize = 5;

/** The first sessions of the visitor, newest first, and how many there are. Throws an HttpError. */
export async function readSessions(count: number): Promise<{ sessions: SessionItem[]; total: number }> {
  const { data, headers } = await read<SessionItem[]>(`/api/account/sessions?_start=0&_end=${count}`);
  return { sessions: data, total: Number(headers['x-total-count'] ?? data.length) };
}

/** How many sessions to show after "Load more". */
export const moreThan = (shown: number): number => Math.min(shown + pageSize, 100);

/** How many sessions to show at first. */
export const firstSessions = pageSize;

/** Ends one session. Throws an HttpError. */
export const revokeSession = (id: string) => http.delete(`/api/account/sessions/${id}`);

/** Ends all sessions but this one. Throws an HttpError. */
export const revokeOtherSessions = () => http.delete('/api/account/sessions');
