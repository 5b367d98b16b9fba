// A dummy base URL: a target that resolves to the same origin is a path.
const here = 'https://here.invalid';
// The other reserved segments (`TAKEN` in read-pages.ts) contain no pages.
const page = /^\/(?!(api|assets|docs|login|outbox)(\/|$))[a-z][\w-]*(\/|$)/;

/**
 * Returns the normalized path of a `redirect` parameter if a page may be there; undefined otherwise, which
 * prevents open redirects to other sites.
 */
export function safeRedirect(target: string | null): string | undefined {
  if (!target?.startsWith('/') || !URL.canParse(target, here)) return undefined;
  const url = new URL(target, here);
  return url.origin === here && page.test(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

interface Visitor {
  redirect: string | null;
  isManager: boolean;
}

/** Returns where a signed-in user goes: the requested page, else the manager if accessible, else the app. */
export function defaultPath({ redirect, isManager }: Visitor): string {
  return safeRedirect(redirect) ?? (isManager ? '/manager' : '/app');
}

/**
 * Returns where the login page redirects signed-in users: never to a page without access, because Back from
 * such a page leads to the login page again, in a loop.
 */
export function redirectAfterLogin(visitor: Visitor): string {
  const home = defaultPath(visitor);
  return !visitor.isManager && /^\/manager\b/.test(home) ? '/app' : home;
}

/** Returns the login path with a `redirect` back to this location. */
export function loginPath(from: { pathname: string; search?: string }): string {
  return `/login?${new URLSearchParams({ redirect: from.pathname + (from.search ?? '') })}`;
}
