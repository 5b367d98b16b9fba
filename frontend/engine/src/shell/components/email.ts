import type { TextKey } from '../i18n/keys.ts';

// The server validates the address; this check only saves a call for obviously invalid input.
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Returns whether a text has the form of an email address. */
export const isEmail = (text: string): boolean => looksLikeEmail.test(text);

/** Validates an email address. Returns the key of the error text; undefined when the address is valid. */
export function emailProblem(email: string): TextKey | undefined {
  if (email === '') return 'common.email.required';
  return isEmail(email) ? undefined : 'common.email.invalid';
}
