import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { readSessions, type SessionPage, toSessionPage } from '#frontend/account/sessions-section.tsx';
import { freshAtFirst, startingWith } from '#frontend/manager/first-response.ts';
import { mayAdminister } from '#frontend/manager/resource.ts';
import { may } from '#frontend/shell/auth/session.ts';
import { api } from '#frontend/shell/http/api.ts';
import { isOwnAccount, type ManagedUser } from './user.ts';

/** Returns whether the admin may see the sessions and the API keys of a user. */
export const maySeeSessions = (user: ManagedUser): boolean =>
  may('session', 'list') && (isOwnAccount(user) || mayAdminister(user.role));

/** Options of a query whose data a section takes over when it opens, and reads again by itself. */
export const takenOver = {
  staleTime: freshAtFirst,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

/** Loads the first sessions of a user once for all panels, which pass on what they read later. */
export function useUserSessions(user: ManagedUser) {
  const cache = useQueryClient();
  const { id, updatedAt } = user;
  const of = isOwnAccount(user) ? undefined : id;
  const query = useQuery({
    // A ban ends sessions as well, so any change of the user refetches them.
    queryKey: ['sessions', id, updatedAt],
    queryFn: () => readSessions(of),
    // The sessions that the panel shows by itself.
    ...startingWith(
      of && api.users.listSessions.url({ params: { id }, query: { _start: 0, _end: 5 } }),
      toSessionPage,
    ),
    ...takenOver,
    enabled: maySeeSessions(user),
  });
  const onRead = useCallback(
    (page: SessionPage) => void cache.setQueryData(['sessions', id, updatedAt], page),
    [cache, id, updatedAt],
  );
  return { ...query, of, onRead };
}

/** Returns when a user was last seen in one of these sessions, without those of an impersonator. */
export const lastSeen = ({ sessions }: SessionPage): string | undefined =>
  sessions
    .filter(({ impersonating }) => impersonating === null)
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
