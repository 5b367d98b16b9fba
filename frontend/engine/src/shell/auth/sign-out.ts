import { OWN_PREFIX } from '../browser/stored.ts';
import { authProvider } from './auth-provider.ts';

/** Signs out, and then removes what this browser has stored for the user. */
export async function signOut(): Promise<{ readonly error?: Error }> {
  const { error } = await authProvider.logout();
  if (error) return { error };
  clearOwnStorage();
  return {};
}

/** Removes everything that the user has stored in this browser. */
export function clearOwnStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(OWN_PREFIX)) localStorage.removeItem(key);
  } catch {
    // The storage is blocked, so it is empty.
  }
}
