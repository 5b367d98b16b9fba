import type { CurrentSession } from '@bindery/contract/records/init.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '../auth/session.ts';

type Banner = ComponentType<{ session: CurrentSession }>;

let known: Banner | undefined;

/**
 * Loads the banner before the first page is rendered, if the session impersonates a user: a banner that
 * appears later would shift the page. Ignores failures, so that the page is rendered anyway.
 */
export async function loadImpersonationBanner(session: CurrentSession | null): Promise<Banner | undefined> {
  if (!session?.impersonatedBy || known) return known;
  try {
    known = (await import('./impersonation-banner.tsx')).default;
  } catch {
    // The server enforces the limits of impersonation, with or without the banner.
  }
  return known;
}

/** Renders the banner above every page while the admin impersonates a user. */
export function ImpersonationHost() {
  const session = useSession();
  const [Banner, setBanner] = useState(() => known);
  useEffect(() => {
    loadImpersonationBanner(session).then((banner) => setBanner(() => banner));
  }, [session]);
  return session?.impersonatedBy && Banner ? <Banner session={session} /> : null;
}
