import { useCallback, useEffect, useState } from 'react';
import { firstSessions, moreThan, readSessions, type SessionItem } from './session-item.ts';

/** What the list of sessions draws. */
export interface SessionList {
  /** Undefined until the first answer came. */
  sessions: SessionItem[] | undefined;
  total: number;
  failed: boolean;
  reload: () => Promise<void>;
  loadMore: () => void;
}

/** The visitor's own sessions, newest first. */
export function useSessions(): SessionList {
  const [count, setCount] = useState(firstSessions);
  const [list, setList] = useState<Pick<SessionList, 'sessions' | 'total'>>({
    sessions: undefined,
    total: 0,
  });
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      setList(await readSessions(count));
    } catch {
      setFailed(true);
    }
  }, [count]);
  useEffect(() => {
    reload();
  }, [reload]);
  return { ...list, failed, reload, loadMore: () => setCount(moreThan(count)) };
}
