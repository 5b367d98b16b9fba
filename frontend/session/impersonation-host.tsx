import { type ComponentType, useEffect, useState } from 'react';
import type { CurrentSession } from '#contract/init.ts';
import { useSession } from '../auth/session.ts';

type Banner = ComponentType<{ session: CurrentSession }>;

let known: Banner | undefined;

/**
 * Has the banner there before the first page is drawn, for those who will see it: it stands above the page, and would
 * push it down later. A banner that cannot be loaded keeps no page from being drawn.
 */
export async function loadImpersonationBanner(session: CurrentSession | null): Promise<Banner | undefined> {
  if (!session?.impersonatedBy || known) return known;
  try {
    known = (await import('./impersonation-banner.tsx')).default;
  } catch {
    // The server refuses all the same what must not be done as somebody else.
  }
  return known;
}

/** Above every page, where an admin acts as somebody else. */
export function ImpersonationHost() {
  const session = useSession();
  const [Banner, setBanner] = useState(() => known);
  useEffect(() => {
    loadImpersonationBanner(session).then((banner) => setBanner(() => banner));
  }, [session]);
  return session?.impersonatedBy && Banner ? <Banner session={session} /> : null;
}
