import { defaultPath, loginPath, redirectAfterLogin } from '@bindery/contract/api/redirect.ts';
import { data, type LoaderFunctionArgs, redirect, replace } from 'react-router';
import { currentSession, may } from './session.ts';

/** Route loader of /login: redirects visitors who are already signed in. */
export function onlySignedOut({ request }: LoaderFunctionArgs) {
  if (!currentSession()) return null;
  const redirect = new URL(request.url).searchParams.get('redirect');
  return redirectTo(request, redirectAfterLogin({ redirect, isManager: may('apps', 'manager') }));
}

/** Route loader: redirects signed-out visitors to the login page, which redirects back afterwards. */
export function onlySignedIn({ request }: LoaderFunctionArgs) {
  return currentSession() ? null : redirectTo(request, loginPath(new URL(request.url)));
}

/** Route loader of /manager: requires a session and the right to use the manager; throws a 403 otherwise. */
export function onlyManagers(args: LoaderFunctionArgs) {
  if (currentSession() && !may('apps', 'manager')) throw data(null, { status: 403 });
  return onlySignedIn(args);
}

/** Returns where to redirect after sign-in, or from a page that is for signed-out visitors only. */
export const redirectAfterSignIn = (redirect: string | null): string =>
  defaultPath({ redirect, isManager: may('apps', 'manager') });

interface Replaced {
  /** The URL that the browser shows during a chain of redirects. */
  readonly shown: string;
  readonly by: string;
}

let replaced: Replaced | undefined;

/**
 * Returns a redirect for route loaders. If the browser already shows the URL, as after Back or on the first
 * load, it has a history entry, which is replaced; otherwise Back would run into the same redirect again. The
 * URL of a followed link has no entry yet, so its redirect is pushed.
 */
export function redirectTo(request: Request, to: string): Response {
  const requested = pathOf(request.url);
  const shown = pathOf(location.href);
  const hasEntry = requested === shown || (requested === replaced?.by && shown === replaced.shown);
  replaced = hasEntry ? { shown, by: to } : undefined;
  return hasEntry ? replace(to) : redirect(to);
}

function pathOf(address: string) {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
