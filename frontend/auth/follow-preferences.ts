import type { CurrentSession } from '#contract/init.ts';
import { keepPreference } from '../account/keep-preference.ts';
import { chosenLanguage, followLanguage } from '../i18n/i18n.ts';
import { setTheme } from '../theme/theme.ts';
import { currentSession, subscribeToSession } from './session.ts';

let followed: string | undefined;

/**
 * From now on, whoever signs in finds the theme and language they chose on another device. Only once a user: after
 * that, what they choose here counts. A language that they chose here before they signed in is kept with the account.
 */
export function followPreferences(): void {
  const session = currentSession();
  followed = session?.user.id;
  if (session) keepLanguage(session);
  subscribeToSession(() => {
    const session = currentSession();
    if (session && session.user.id !== followed) apply(session);
    followed = session?.user.id;
  });
}

function apply(session: CurrentSession) {
  const { theme, language } = session.user;
  if (theme) setTheme(theme);
  // Texts that cannot be loaded just now are no reason to keep somebody from signing in.
  if (language) followLanguage(language).catch(() => {});
  keepLanguage(session);
}

/** An admin who acts as somebody else chooses for themself. */
function keepLanguage({ user, impersonatedBy }: CurrentSession) {
  const language = chosenLanguage();
  if (language && language !== user.language && !impersonatedBy) keepPreference({ language });
}
