import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../browser/listeners.ts';
import { actAs } from '../http/http.ts';
import { fetchInit } from '../http/init.ts';

let session: CurrentSession | null = null;
const { subscribe, notify } = createListeners();

/** Returns the user's session as last received from the server; null when signed out. */
export const currentSession = (): CurrentSession | null => session;

/** Replaces the session and notifies its subscribers. */
export function setSession(next: CurrentSession | null): void {
  session = next;
  actAs(next?.actingAs);
  notify();
}

/** The other tabs of this browser. */
const tabs = globalThis.BroadcastChannel && new BroadcastChannel('session');

/**
 * Fetches the current session from the server, and notifies the other tabs if it has changed. Throws when
 * that fails.
 */
export async function refreshSession(): Promise<void> {
  if (await readSession()) tabs?.postMessage('');
}

/** Fetches the session; returns whether it has changed. */
async function readSession(): Promise<boolean> {
  const before = session;
  const next = (await fetchInit()).session;
  setSession(next);
  return before?.id !== next?.id || before?.actingAs !== next?.actingAs;
}

/** The interval at which a visible page checks its session, in milliseconds. */
const CHECK_MS = 60_000;

/**
 * Follows the session from now on: changes from another tab at once, changes from another device when the
 * page comes into view again, and every minute while it is visible. Reloads the page if the user has changed,
 * or has moved to other rows: what it shows is not theirs any more. Also reloads a login page after a
 * sign-in in another tab: it then redirects to the requested page.
 */
export function followSession(): void {
  const check = async () => {
    const before = session;
    await readSession().catch(() => {});
    const isSameActor = before?.user.id === session?.user.id && before?.actingAs === session?.actingAs;
    const mustLeave = before || location.pathname.startsWith('/login');
    if (session && !isSameActor && mustLeave) location.reload();
  };
  const checkInView = () => {
    if (session && document.visibilityState === 'visible') void check();
  };
  tabs?.addEventListener('message', check);
  document.addEventListener('visibilitychange', checkInView);
  setInterval(checkInView, CHECK_MS);
}

/**
 * Fetches the session again if a call was rejected despite a session: it was revoked or has expired. Pages
 * that require one redirect to the login page by themselves.
 */
export async function endLostSession(): Promise<void> {
  if (session) await refreshSession().catch(() => {});
}

/** Returns whether the visitor may perform an action, according to the session's rights. */
export function may(resource: string, action: string): boolean {
  return session?.rights[resource]?.includes(action) ?? false;
}

/** Calls the listener whenever the session changes. Returns the unsubscribe function. */
export const subscribeToSession = subscribe;

/** Returns the session and re-renders the component when it changes. */
export function useSession(): CurrentSession | null {
  return useSyncExternalStore(subscribeToSession, currentSession, currentSession);
}
