import type { PublicSettings } from '@bindery/contract/records/init.ts';
import type { BetterAuthOptions } from 'better-auth';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { OIDC } from './openid-connect.ts';

/** Returns the configured sign-in providers for the login page. */
export function shownProviders({ github, google, oidc }: Settings): PublicSettings['providers'] {
  return [
    ...(github ? [{ id: 'github', label: 'GitHub' }] : []),
    ...(google ? [{ id: 'google', label: 'Google' }] : []),
    ...(oidc ? [{ id: OIDC, label: oidc.label }] : []),
  ];
}

/** Returns better-auth's options for GitHub and Google if configured; without sign-up if that is closed. */
export function socialProviders(settings: Settings): NonNullable<BetterAuthOptions['socialProviders']> {
  const { github, google, signUp } = settings;
  return {
    ...(github && { github: { ...github, disableSignUp: !signUp } }),
    ...(google && { google: { ...google, disableSignUp: !signUp } }),
  };
}
