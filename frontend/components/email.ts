import type { TextKey } from '../i18n/keys.ts';

// The server has the last word; this only spares a call for what cannot be an address.
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Whether a text can be an e-mail address. */
export const isEmail = (text: string): boolean => looksLikeEmail.test(text);

/** What is wrong with an entered e-mail address, as the key of a text; undefined when nothing is. */
export function emailProblem(email: string): TextKey | undefined {
  if (email === '') return 'common.email.required';
  return isEmail(email) ? undefined : 'common.email.invalid';
}
