import type { SessionUser } from '@bindery/contract/records/init.ts';
import { settings } from '../http/init.ts';
import { callAuth } from './auth-client.ts';

/**
 * Saves a display preference to the account, so that it applies on the user's other devices. Ignores
 * failures.
 */
export async function keepPreference(
  preference: Partial<Pick<SessionUser, 'language' | 'theme'>>,
): Promise<void> {
  // A demo server saves nothing; the choice takes effect in this browser, so no dialog is needed.
  if (settings().isDemo) return;
  try {
    await callAuth('/update-user', preference);
  } catch {
    // The choice takes effect on this device anyway, and the user cannot do anything about the failure.
  }
}
