import { loginPath, redirectAfterLogin } from '@bindery/contract/api/redirect.ts';
import { data, type LoaderFunctionArgs } from 'react-router';
import { isSignedIn } from './redirect.ts';
import { redirectTo } from './replace-redirect.ts';
import { may } from './session.ts';

/** Route loader of /login: redirects visitors who are already signed in. */
export function onlySignedOut({ request }: LoaderFunctionArgs) {
  if (!isSignedIn()) return null;
  const redirect = new URL(request.url).searchParams.get('redirect');
  return redirectTo(request, redirectAfterLogin({ redirect, isManager: may('apps', 'manager') }));
}

/** Route loader: redirects signed-out visitors to the login page, which redirects back afterwards. */
export function onlySignedIn({ request }: LoaderFunctionArgs) {
  return isSignedIn() ? null : redirectTo(request, loginPath(new URL(request.url)));
}

/** Route loader of /manager: requires a session and the right to use the manager; throws a 403 otherwise. */
export function onlyManagers(args: LoaderFunctionArgs) {
  if (isSignedIn() && !may('apps', 'manager')) throw data(null, { status: 403 });
  return onlySignedIn(args);
}
