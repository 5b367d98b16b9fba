import { areas, productPages } from '@bindery/contract/api/pages.ts';
import { loginPath, redirectAfterLogin } from '@bindery/contract/api/redirect.ts';
import type { CurrentSession } from '@bindery/contract/records/init.ts';

/** The result of resolving the URL of a visit. */
export interface ResolvedPage {
  /** The redirect target; the other properties are then meaningless. */
  readonly redirect?: string;
  /** The path of the page to show. */
  readonly pathname: string;
  /** Whether the visitor may not see this page. */
  readonly isForbidden: boolean;
}

const ONLY_SIGNED_OUT = Object.entries(productPages)
  .filter(([, { area }]) => areas[area].access === 'signedOut')
  .map(([address]) => address);

/**
 * Resolves the page of a visit: visitors without a session are redirected to the login page, signed-in users
 * away from it, and the manager requires access. The pages decide the same; this saves a round trip.
 */
export function resolvePage(url: string, session: CurrentSession | null): ResolvedPage {
  const { pathname: given, searchParams } = urlOf(url);
  const path = given.replace(/(?<=.)\/$/, '');
  const [, area] = /^\/(app|manager)(?:\/|$)/.exec(path) ?? [];
  const isManager = session?.rights.apps?.includes('manager') ?? false;
  const noRedirect = { pathname: path === '/manager' ? '/manager/dashboard' : path, isForbidden: false };
  const redirectTo = (to: string) => ({ ...noRedirect, redirect: inLanguage(to, searchParams.get('lng')) });
  if (area && !session) return { ...noRedirect, redirect: loginOf(url) };
  if (session && ONLY_SIGNED_OUT.includes(path))
    return redirectTo(redirectAfterLogin({ redirect: searchParams.get('redirect'), isManager }));
  return { ...noRedirect, isForbidden: area === 'manager' && !isManager };
}

/** Returns the address of the login page that leads back to a requested URL, in its language. */
export function loginOf(url: string): string {
  const { pathname, search, searchParams } = urlOf(url);
  return inLanguage(loginPath({ pathname, search }), searchParams.get('lng'));
}

/** Parses the URL of a request. Invalid URLs such as `//`, which no browser sends, become the root. */
export const urlOf = (url: string): URL => URL.parse(url, 'http://localhost') ?? new URL('http://localhost');

/** Preserves the `lng` parameter of the requested URL in a redirect. */
function inLanguage(to: string, language: string | null) {
  if (!language) return to;
  const url = urlOf(to);
  url.searchParams.set('lng', language);
  return url.pathname + url.search + url.hash;
}
