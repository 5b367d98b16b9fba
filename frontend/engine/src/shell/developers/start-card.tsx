import { lazy, Suspense } from 'react';
import { currentSession, may } from '../auth/session.ts';
import { settings } from '../http/init.ts';
import { FirstSteps } from './first-steps-space.tsx';

/** The rights of a product that has users only. */
const OF_EVERY_PRODUCT = ['account', 'apps', 'user', 'session'];

const NextStep = lazy(() => import('./next-step.tsx'));

/**
 * Renders the first steps of an adopter under `npm run dev`; in a build, the next step of an empty product.
 * For pages of the manager, which have its texts.
 */
export function StartCard() {
  if (FirstSteps) return <FirstSteps />;
  if (!needsEntries()) return null;
  return (
    <Suspense>
      <NextStep />
    </Suspense>
  );
}

/** Returns whether the visitor administers a product without entries, on a server in local mode. */
function needsEntries(): boolean {
  const { outbox, isDemo } = settings();
  const names = Object.keys(currentSession()?.rights ?? {});
  return (
    outbox && !isDemo && may('user', 'impersonate') && names.every((name) => OF_EVERY_PRODUCT.includes(name))
  );
}
