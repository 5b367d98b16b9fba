import { type Blocker, useBeforeUnload, useBlocker } from 'react-router';

/** Holds the visitor back from leaving a page as long as `isUnsaved` says so; the page asks them then. */
export function useLeaveGuard(isUnsaved: () => boolean): Blocker {
  // Closing the tab: the browser asks in its own words.
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
}
