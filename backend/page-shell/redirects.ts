import type { CurrentSession } from '#contract/init.ts';
import { awayFromLogin, loginPath } from '#contract/redirect.ts';

/** What becomes of a visit to an address where a page stands. */
export interface ResolvedPage {
  /** Where the visitor is sent instead; the other two are of no meaning then. */
  readonly redirect?: string;
  /** The address of the page that is shown. */
  readonly pathname: string;
  /** Whether it is a page that this visitor may not see. */
  readonly isForbidden: boolean;
}

const ONLY_SIGNED_OUT = ['/login', '/login/verify'];

/**
 * Where a visitor gets to by an address: without a session it is the login page, which sends on whoever has one, and
 * the manager is only for those who may enter it. The pages themselves decide the same; here it spares the way there.
 */
export function resolvePage(url: string, session: CurrentSession | null): ResolvedPage {
  const { pathname: given, search, searchParams } = urlOf(url);
  const path = given.replace(/(?<=.)\/$/, '');
  const [, area] = /^\/(app|manager)(?:\/|$)/.exec(path) ?? [];
  const isManager = session?.rights.apps?.includes('manager') ?? false;
  const stays = { pathname: path === '/manager' ? '/manager/dashboard' : path, isForbidden: false };
  const goes = (to: string) => ({ ...stays, redirect: inLanguage(to, searchParams.get('lng')) });
  if (area && !session) return goes(loginPath({ pathname: given, search }));
  if (session && ONLY_SIGNED_OUT.includes(path))
    return goes(awayFromLogin({ redirect: searchParams.get('redirect'), isManager }));
  return { ...stays, isForbidden: area === 'manager' && !isManager };
}

/** The address of a request in its parts. What no browser would send, such as `//`, is taken for the root. */
export const urlOf = (url: string): URL => URL.parse(url, 'http://localhost') ?? new URL('http://localhost');

/** The language that an address asks for is asked for on the way as well. */
function inLanguage(to: string, language: string | null) {
  if (!language) return to;
  const url = urlOf(to);
  url.searchParams.set('lng', language);
  return url.pathname + url.search + url.hash;
}
