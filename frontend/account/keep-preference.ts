import type { SessionUser } from '#contract/init.ts';
import { callAuth } from '../auth/auth-client.ts';
import { settings } from '../session/init.ts';

/** Keeps a display preference with the account, so that it follows the user to other devices. */
export async function keepPreference(
  preference: Partial<Pick<SessionUser, 'language' | 'theme'>>,
): Promise<void> {
  // A demo keeps nothing, and need not say so of a choice that holds here all the same.
  if (settings().isDemo) return;
  try {
    await callAuth('/update-user', preference);
  } catch {
    // It holds on this device all the same; there is nothing the visitor would have to do.
  }
}
