import type { CurrentSession } from '#contract/init.ts';

/**
 * The address of the page that a visitor gets to see at an address: without a session it is the login page, which
 * sends on whoever has one, and the manager is only for those who may enter it. Undefined where the way leads to a
 * page of an error, or to where only the browser knows.
 */
export function arrival(url: string, session: CurrentSession | null): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const path = pathname.replace(/(?<=.)\/$/, '');
  const [, area] = /^\/(app|manager)(?:\/|$)/.exec(path) ?? [];
  const isManager = session?.rights.apps?.includes('manager') ?? false;
  if (area && !session) return '/login';
  if (area === 'manager' && !isManager) return undefined;
  if (session && path.startsWith('/login') && path !== '/login/error') {
    if (searchParams.has('redirect')) return undefined;
    return isManager ? '/manager/dashboard' : '/app';
  }
  return path === '/manager' ? '/manager/dashboard' : path;
}
