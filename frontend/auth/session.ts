import { useSyncExternalStore } from 'react';
import type { CurrentSession } from '#contract/init.ts';
import { fetchInit } from '../session/init.ts';

let session: CurrentSession | null = null;
const listeners = new Set<() => void>();

/** The visitor's session as last heard from the server; null when signed out. */
export const currentSession = (): CurrentSession | null => session;

/** Replaces what is known of the session and draws again whatever shows it. */
export function setSession(next: CurrentSession | null): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Asks the server for the session as it is now. */
export async function refreshSession(): Promise<void> {
  setSession((await fetchInit()).session);
}

/** Whether the visitor may do something, by the rights that the server sent along with the session. */
export function may(resource: string, action: string): boolean {
  return session?.rights[resource]?.includes(action) ?? false;
}

/** Calls back whenever the session changes; returns the way out. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session for a component, which draws itself again when it changes. */
export function useSession(): CurrentSession | null {
  return useSyncExternalStore(subscribeToSession, currentSession);
}
