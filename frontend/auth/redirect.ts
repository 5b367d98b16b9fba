import { defaultPath } from '#contract/redirect.ts';
import { currentSession, may } from './session.ts';

/** Where a visitor belongs who has just signed in, or is at a page for those who have not. */
export const homeAfterLogin = (redirect: string | null): string =>
  defaultPath({ redirect, isManager: may('apps', 'manager') });

/** Whether somebody is signed in. */
export const isSignedIn = (): boolean => currentSession() !== null;
