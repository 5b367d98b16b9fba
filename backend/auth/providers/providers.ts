import type { BetterAuthOptions } from 'better-auth';
import type { Settings } from '#backend/settings.ts';
import type { PublicSettings } from '#contract/init.ts';
import { OIDC } from './openid-connect.ts';

/** The ways to sign in beside the code that are set up, as the login page shows them. */
export function shownProviders({ github, google, oidc }: Settings): PublicSettings['providers'] {
  return [
    ...(github ? [{ id: 'github', label: 'GitHub' }] : []),
    ...(google ? [{ id: 'google', label: 'Google' }] : []),
    ...(oidc ? [{ id: OIDC, label: oidc.label }] : []),
  ];
}

/** GitHub and Google, where their keys are set. Nobody gets an account by them while sign-up is closed. */
export function socialProviders(settings: Settings): NonNullable<BetterAuthOptions['socialProviders']> {
  const { github, google, signUp } = settings;
  return {
    ...(github && { github: { ...github, disableSignUp: !signUp } }),
    ...(google && { google: { ...google, disableSignUp: !signUp } }),
  };
}
