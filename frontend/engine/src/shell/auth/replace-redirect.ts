import { redirect, replace } from 'react-router';

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
