// Any origin will do: what resolves against it and stays there is a path.
const here = 'https://here.invalid';
const areas = /^\/(app|manager)(\/|$)/;

/**
 * The path that a `redirect` parameter may lead to: one inside our areas, written out and cleaned of `..`;
 * undefined for anything else, so that a crafted link never takes a visitor to another site.
 */
export function safeRedirect(target: string | null): string | undefined {
  if (!target?.startsWith('/') || !URL.canParse(target, here)) return undefined;
  const url = new URL(target, here);
  return url.origin === here && areas.test(url.pathname) ? url.pathname + url.search + url.hash : undefined;
}

/** Where a signed-in visitor belongs: the page they asked for, else the manager for those it is for, else the app. */
export function defaultPath({
  redirect,
  isManager,
}: {
  redirect: string | null;
  isManager: boolean;
}): string {
  return safeRedirect(redirect) ?? (isManager ? '/manager' : '/app');
}

/**
 * Where the login page sends visitors who are signed in already: never to a page that is not for them, as Back from
 * there leads to the login page, and so there again.
 */
export function awayFromLogin(visitor: { redirect: string | null; isManager: boolean }): string {
  const home = defaultPath(visitor);
  return !visitor.isManager && /^\/manager\b/.test(home) ? '/app' : home;
}

/** The login page, which leads back to this address afterwards. */
export function loginPath(from: { pathname: string; search?: string }): string {
  return `/login?${new URLSearchParams({ redirect: from.pathname + (from.search ?? '') })}`;
}
