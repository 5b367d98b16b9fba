import { clearOwnStorage } from '../browser/stored.ts';
import { authProvider } from './auth-provider.ts';

/** Signs out, and then removes what this browser has stored for the user. */
export async function signOut(): Promise<{ readonly error?: Error }> {
  const { error } = await authProvider.logout();
  if (error) return { error };
  clearOwnStorage();
  return {};
}
