import { lazy, Suspense } from 'react';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';

const Loaded = lazy(async () => {
  const [{ Component }] = await Promise.all([import('./onboarding.tsx'), loadNamespaces('login', 'account')]);
  return { default: Component };
});

/** Renders the onboarding, which loads its code and its texts: only new users need them. */
export const Onboarding = () => (
  <Suspense>
    <Loaded />
  </Suspense>
);
