import type { CurrentSession, SessionUser } from '@bindery/contract/records/init.ts';
import { settings } from '../http/init.ts';
import { chosenLanguage, followLanguage } from '../i18n/i18n.ts';
import { setTheme } from '../theme/theme.ts';
import { callAuth } from './auth-client.ts';
import { currentSession, subscribeToSession } from './session.ts';

let followed: string | undefined;

/**
 * Applies a user's saved theme and language when they sign in, from now on. Runs once per user, so that later
 * choices in this browser win. Saves a language chosen here before sign-in to the account.
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
  // Translations that fail to load must not block the sign-in.
  if (language) followLanguage(language).catch(() => {});
  keepLanguage(session);
}

/** Skipped while impersonating: the choice is the admin's, not the user's. */
function keepLanguage({ user, impersonatedBy }: CurrentSession) {
  const language = chosenLanguage();
  if (language && language !== user.language && !impersonatedBy) keepPreference({ language });
}

/**
 * Saves a display preference to the account, so that it applies on the user's other devices. Ignores
 * failures.
 */
export async function keepPreference(
  preference: Partial<Pick<SessionUser, 'language' | 'theme'>>,
): Promise<void> {
  // A demo server saves nothing; the choice takes effect in this browser, so no dialog is needed.
  if (settings().isDemo) return;
  try {
    await callAuth('/update-user', preference);
  } catch {
    // The choice takes effect on this device anyway, and the user cannot do anything about the failure.
  }
}
