import type { SessionItem } from '@bindery/contract/api/sessions.ts';
import { api, read } from '#frontend/shell/http/api.ts';

export type { SessionItem };

const pageSize = 5;

/** The maximum number of sessions shown, which is the server's maximum too. */
export const mostSessions = 100;

/** The number of sessions shown at first. */
export const firstSessions = pageSize;

/** Returns the number of sessions to show after "Load more". */
export const nextPageSize = (shown: number): number => Math.min(shown + pageSize, mostSessions);

/** Returns the first sessions of a user, newest first, and their total; without `of`, the user's own. Throws an HttpError. */
export async function readSessions(
  of: string | undefined,
  count: number,
): Promise<{ sessions: SessionItem[]; total: number }> {
  const query = { _start: 0, _end: count };
  const { body, headers } = await read(() =>
    of === undefined
      ? api.account.listSessions({ query })
      : api.users.listSessions({ params: { id: of }, query }),
  );
  return { sessions: body, total: Number(headers.get('x-total-count') ?? body.length) };
}

/** Revokes one session of a user. Throws an HttpError. */
export const revokeSession = (of: string | undefined, sessionId: string) =>
  of === undefined
    ? api.account.revokeSession({ params: { sessionId } })
    : api.users.revokeSession({ params: { id: of, sessionId } });

/** Revokes every session of a user; of the user's own, all but the current one. Throws an HttpError. */
export const revokeSessions = (of: string | undefined) =>
  of === undefined ? api.account.revokeOtherSessions() : api.users.revokeSessions({ params: { id: of } });
