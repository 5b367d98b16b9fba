import { useEffect, useRef } from 'react';
import { type Blocker, type Location, useBeforeUnload, useBlocker } from 'react-router';

type IsUnsaved = () => boolean;

/** The open forms. A router has one blocker, which covers all of them. */
const forms = new Set<{ readonly current: IsUnsaved }>();

const isAnyUnsaved = () => [...forms].some(({ current }) => current());

/** The place of an open form: a page, or the drawer of a list. */
const placeOf = ({ pathname, search }: Location) => `${pathname} ${new URLSearchParams(search).get('edit')}`;

/** Includes a form above the page in the page's leave guard. */
export function useUnsaved(isUnsaved: IsUnsaved): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    forms.add(latest);
    return () => void forms.delete(latest);
  }, []);
}

/**
 * Blocks navigation while an open form is unsaved. The page or drawer then asks the user through the returned blocker.
 */
export function useLeaveGuard(isUnsaved: IsUnsaved): Blocker {
  useUnsaved(isUnsaved);
  // Closing the tab: the browser shows its own dialog.
  useBeforeUnload((event) => {
    if (isAnyUnsaved()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      placeOf(currentLocation) !== placeOf(nextLocation) && isAnyUnsaved(),
  );
}
