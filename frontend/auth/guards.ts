import { data, type LoaderFunctionArgs } from 'react-router';
import { awayFromLogin, loginPath } from '#contract/redirect.ts';
import { isSignedIn } from './redirect.ts';
import { sendOn } from './replace-redirect.ts';
import { may } from './session.ts';

/** Route loader: signed-in visitors have nothing to do at /login and are sent on. */
export function onlySignedOut({ request }: LoaderFunctionArgs) {
  if (!isSignedIn()) return null;
  const redirect = new URL(request.url).searchParams.get('redirect');
  return sendOn(request, awayFromLogin({ redirect, isManager: may('apps', 'manager') }));
}

/** Route loader: asks visitors to sign in first, and to come back. */
export function onlySignedIn({ request }: LoaderFunctionArgs) {
  return isSignedIn() ? null : sendOn(request, loginPath(new URL(request.url)));
}

/** Route loader for /manager: signed in, and allowed in; answers with the 403 page otherwise. */
export function onlyManagers(args: LoaderFunctionArgs) {
  if (isSignedIn() && !may('apps', 'manager')) throw data(null, { status: 403 });
  return onlySignedIn(args);
}
