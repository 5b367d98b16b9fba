import { lazy, Suspense } from 'react';
import { useSession } from '../auth/session.ts';

const ImpersonationBanner = lazy(() => import('./impersonation-banner.tsx'));

/** Above every page, where an admin acts as somebody else. */
export function ImpersonationHost() {
  const session = useSession();
  return <Suspense>{session?.impersonatedBy && <ImpersonationBanner session={session} />}</Suspense>;
}
