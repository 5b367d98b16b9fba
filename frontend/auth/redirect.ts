import { currentSession, may } from './session.ts';

const areas = /^\/(app|manager)(\/|$)/;

/**
 * The path that a `redirect` parameter may lead to: one inside our areas, written out and cleaned of `..`;
 * undefined for anything else, so that a crafted link never takes a visitor to another site.
 */
export function ownPath(target: string | null, origin = location.origin): string | undefined {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return undefined;
  const url = new URL(target, origin);
  return url.origin === origin && areas.test(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

/** Where a signed-in visitor belongs: the page they asked for, else the manager for admins, else the app. */
export function homeAfterLogin(redirect: string | null): string {
  return ownPath(redirect) ?? (may('apps', 'manager') ? '/manager' : '/app');
}

/** The login page, which leads back to this address afterwards. */
export function loginPath(from: { pathname: string; search?: string }): string {
  return `/login?${new URLSearchParams({ redirect: from.pathname + (from.search ?? '') })}`;
}

/** Whether somebody is signed in. */
export const isSignedIn = (): boolean => currentSession() !== null;
