import { may } from '../auth/session.ts';
import { ownKey } from '../browser/own-storage.ts';

const heightKey = () => ownKey(`first steps: height at ${location.pathname}`);

/** Returns the key under which the browser stores that the first steps are hidden. */
export const hiddenKey = (): string => ownKey('first steps hidden');

/** Remembers how high the first steps are on the current page: the next load leaves as much space. */
export function storeHeight(height: number): void {
  localStorage.setItem(heightKey(), String(height));
}

/** Leaves the space of the first steps while they load, so that the page below does not move. */
export function FirstStepsSpace() {
  if (!may('user', 'impersonate') || localStorage.getItem(hiddenKey()) !== null) return null;
  return <div className="card" style={{ blockSize: `${localStorage.getItem(heightKey()) ?? 320}px` }} />;
}
