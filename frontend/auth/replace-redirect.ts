import { redirect, replace } from 'react-router';

interface Replaced {
  /** What the browser shows as its address while the redirects follow each other. */
  readonly shown: string;
  readonly by: string;
}

let replaced: Replaced | undefined;

/**
 * Sends a navigation on to another address, for route loaders. An address that the browser shows already, after Back or
 * at the start of a visit, has an entry in the history: the new one takes its place, as Back would otherwise end here
 * again and again. The address of a link that is followed has none yet.
 */
export function sendOn(request: Request, to: string): Response {
  const asked = pathOf(request.url);
  const shown = pathOf(location.href);
  const hasEntry = asked === shown || (asked === replaced?.by && shown === replaced.shown);
  replaced = hasEntry ? { shown, by: to } : undefined;
  return hasEntry ? replace(to) : redirect(to);
}

function pathOf(address: string) {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
