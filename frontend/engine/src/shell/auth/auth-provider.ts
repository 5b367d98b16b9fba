import type { AuthProvider } from '@refinedev/core';
import { HttpError } from '../http/http-error.ts';
import { callAuth } from './auth-client.ts';
import { redirectAfterSignIn } from './guards.ts';
import { currentSession, refreshSession } from './session.ts';

interface Credentials {
  email: string;
  otp: string;
  redirect: string | null;
}

/** Refine's auth provider: sign-in, sign-out and errors. The pages outside the manager use it as well. */
export const authProvider = {
  login: async ({ email, otp, redirect }: Credentials) => {
    try {
      await callAuth('/sign-in/email-otp', { email, otp });
      return { success: true, redirectTo: redirectAfterSignIn(redirect) };
    } catch (error) {
      return { success: false, error: asError(error) };
    }
  },
  logout: async () => {
    try {
      await callAuth('/sign-out');
      return { success: true, redirectTo: '/login' };
    } catch (error) {
      return { success: false, error: asError(error) };
    }
  },
  check: async () =>
    currentSession()
      ? { authenticated: true }
      : { authenticated: false, redirectTo: '/login', logout: false },
  onError: async (error) => {
    // Once the session is known to have ended, the layout of either area redirects to the login page.
    if (error instanceof HttpError && error.status === 401 && currentSession()) await refreshSession();
    return {};
  },
  getIdentity: async () => currentSession()?.user ?? null,
  getPermissions: async () => currentSession()?.rights ?? {},
} satisfies AuthProvider;

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
