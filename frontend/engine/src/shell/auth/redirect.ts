import { defaultPath } from '@bindery/contract/api/redirect.ts';
import { currentSession, may } from './session.ts';

/** Returns where to redirect after sign-in, or from a page that is for signed-out visitors only. */
export const redirectAfterSignIn = (redirect: string | null): string =>
  defaultPath({ redirect, isManager: may('apps', 'manager') });

/** Returns whether the visitor is signed in. */
export const isSignedIn = (): boolean => currentSession() !== null;
