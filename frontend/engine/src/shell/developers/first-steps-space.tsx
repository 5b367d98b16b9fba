import { lazy, type ReactNode, Suspense } from 'react';
import { may } from '../auth/session.ts';
import { ownKey, readStored, store } from '../browser/stored.ts';

const heightKey = () => ownKey(`first steps: height at ${location.pathname}`);

const hiddenKey = () => ownKey('first steps hidden');

/** Returns whether the user has hidden the first steps in this browser. */
export const isHidden = (): boolean => readStored(hiddenKey()) !== null;

/** Remembers in this browser whether the first steps are hidden. */
export const storeHidden = (hidden: boolean): void => store(hiddenKey(), hidden ? '' : null);

/** Remembers how high the first steps are on the current page: the next load leaves as much space. */
export const storeHeight = (height: number): void => store(heightKey(), String(height));

/** Leaves the space of the first steps while they load, so that the page below does not move. */
export function FirstStepsSpace() {
  if (!may('user', 'impersonate') || isHidden()) return null;
  return <div className="card" style={{ blockSize: `${readStored(heightKey()) ?? 320}px` }} />;
}

const Card = import.meta.env.DEV ? lazy(() => import('./first-steps.tsx')) : () => null;

/** Renders the first steps of an adopter under `npm run dev`: a build has no part of them. */
export const FirstSteps: (() => ReactNode) | undefined = import.meta.env.DEV
  ? () => (
      <Suspense fallback={<FirstStepsSpace />}>
        <Card />
      </Suspense>
    )
  : undefined;
