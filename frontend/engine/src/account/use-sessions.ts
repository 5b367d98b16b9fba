import { useCallback, useEffect, useState } from 'react';
import { firstSessions, mostSessions, nextPageSize, readSessions, type SessionItem } from './session-item.ts';

/** State of the list of sessions. */
export interface SessionList {
  /** Undefined until the first response has arrived. */
  sessions: SessionItem[] | undefined;
  failed: boolean;
  reload: () => Promise<void>;
  /** Undefined when all sessions are shown. */
  loadMore: (() => void) | undefined;
}

/** Loads the sessions of a user, newest first; without `of`, the user's own. */
export function useSessions(of: string | undefined): SessionList {
  const [count, setCount] = useState(firstSessions);
  const [list, setList] = useState<{ sessions?: SessionItem[]; total: number }>({ total: 0 });
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      setList(await readSessions(of, count));
    } catch {
      setFailed(true);
    }
  }, [of, count]);
  useEffect(() => {
    reload();
  }, [reload]);
  const { sessions, total } = list;
  const more = sessions && sessions.length < Math.min(total, mostSessions);
  return { sessions, failed, reload, loadMore: more ? () => setCount(nextPageSize(count)) : undefined };
}
