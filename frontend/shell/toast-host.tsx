import { lazy, Suspense, useSyncExternalStore } from 'react';
import { subscribeToToasterWanted, toasterWanted } from './toasts.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Where toasts appear; loads their code with the first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(subscribeToToasterWanted, toasterWanted);
  return <Suspense>{wanted && <Toaster />}</Suspense>;
}
