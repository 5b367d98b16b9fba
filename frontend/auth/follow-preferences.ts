import type { Person } from '#contract/init.ts';
import { changeLanguage } from '../i18n/texts.ts';
import { setTheme } from '../theme/theme.ts';
import { currentSession, subscribeToSession } from './session.ts';

let followed: string | undefined;

/**
 * From now on, whoever signs in finds the language and theme they chose on another device. Only once a person:
 * after that, what they choose here counts.
 */
export function followPreferences(): void {
  followed = currentSession()?.user.id;
  subscribeToSession(() => {
    const user = currentSession()?.user;
    if (user && user.id !== followed) apply(user);
    followed = user?.id;
  });
}

function apply({ language, theme }: Person) {
  if (theme) setTheme(theme);
  // Texts that cannot be loaded just now are no reason to keep somebody from signing in.
  if (language) changeLanguage(language).catch(() => {});
}
