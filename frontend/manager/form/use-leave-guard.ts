import { type Blocker, useBeforeUnload, useBlocker } from 'react-router';

/**
 * Blocks navigation while `isUnsaved` returns true. The page then asks the user through the returned blocker.
 */
export function useLeaveGuard(isUnsaved: () => boolean): Blocker {
  // Closing the tab: the browser shows its own dialog.
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
  );
}
