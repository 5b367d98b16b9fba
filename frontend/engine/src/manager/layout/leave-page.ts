import { useNavigate } from 'react-router';

/** What the Navigation API says about the history of the tab. Not every browser has it. */
interface Navigation {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null; readonly sameDocument: boolean }[];
}

/** Returns the path and the query of the page before this one, if its path is `address`. */
function previous(address: string): string | undefined {
  const { navigation } = window as { navigation?: Navigation };
  const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  // A page of an earlier document may have been kept with what has changed since.
  if (!entry?.url || !entry.sameDocument) return undefined;
  const { pathname, search } = new URL(entry.url);
  return pathname === address ? pathname + search : undefined;
}

/** Returns the address of a list with the search, filters and order with which the user has just left it. */
export const asItWasLeft = (list: string): string => previous(list) ?? list;

/**
 * Returns a function that leaves a form for a page: back if the user came from that page, so that Back leads
 * neither to the form again nor to the same page twice; otherwise the page takes the place of the form.
 */
export function useLeaveFor(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  return async (address) =>
    previous(address) === undefined ? navigate(address, { replace: true }) : navigate(-1);
}
