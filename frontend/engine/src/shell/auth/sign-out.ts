import { clearOwnStorage } from '../browser/own-storage.ts';
import { callAuth } from './auth-client.ts';

/** Signs out, and then removes what this browser has stored for the user. Throws an HttpError. */
export async function signOut(): Promise<void> {
  await callAuth('/sign-out');
  clearOwnStorage();
}
