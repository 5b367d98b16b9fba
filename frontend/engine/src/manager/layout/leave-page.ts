import { useNavigate } from 'react-router';

/** What the Navigation API says about the history of the tab. Not every browser has it. */
interface Navigation {
  readonly currentEntry: { readonly index: number } | null;
  entries(): readonly { readonly url: string | null; readonly sameDocument: boolean }[];
}

/** Returns whether the page before this one is at an address, with any further parameters. */
function isPrevious(address: string): boolean {
  const { navigation } = window as { navigation?: Navigation };
  const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  // A page of an earlier document may have been kept with what has changed since.
  if (!entry?.url || !entry.sameDocument) return false;
  const [before, wanted] = [new URL(entry.url), new URL(address, entry.url)];
  return (
    before.pathname === wanted.pathname &&
    [...wanted.searchParams].every(([name, value]) => before.searchParams.has(name, value))
  );
}

/**
 * Returns a function that leaves a page that has done its work, such as a form, for another one: back if the
 * user came from there, so that it is as they left it, and Back leads neither to the done page nor to the
 * same page twice; otherwise the other page takes the place of the done one.
 */
export function useLeaveFor(): (address: string) => Promise<void> {
  const navigate = useNavigate();
  return async (address) => (isPrevious(address) ? navigate(-1) : navigate(address, { replace: true }));
}
