import { useSyncExternalStore } from 'react';
import type { CurrentSession } from '#contract/init.ts';
import { fetchInit } from '../http/init.ts';

let session: CurrentSession | null = null;
const listeners = new Set<() => void>();

/** Returns the user's session as last received from the server; null when signed out. */
export const currentSession = (): CurrentSession | null => session;

/** Replaces the session and notifies its subscribers. */
export function setSession(next: CurrentSession | null): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Fetches the current session from the server. Throws when that fails. */
export async function refreshSession(): Promise<void> {
  setSession((await fetchInit()).session);
}

/**
 * Fetches the session again if a call was refused although there was one: it was revoked or has expired. Pages that
 * require one redirect to the login page by themselves.
 */
export async function endLostSession(): Promise<void> {
  if (session) await refreshSession().catch(() => {});
}

/** Returns whether the visitor may perform an action, by the rights that came with the session. */
export function may(resource: string, action: string): boolean {
  return session?.rights[resource]?.includes(action) ?? false;
}

/** Calls the listener whenever the session changes. Returns the unsubscribe function. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the session and re-renders the component when it changes. */
export function useSession(): CurrentSession | null {
  return useSyncExternalStore(subscribeToSession, currentSession);
}
