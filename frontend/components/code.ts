import { HttpError } from '../http/http-error.ts';
import type { TextKey } from '../i18n/keys.ts';

export const codeLength = 6;

// Arabic-Indic (٠–٩) and Persian (۰–۹) digits, by the code point of their zero.
const zeros = [0x0660, 0x06f0];

/** The digits of what was typed or pasted, as 0–9: spaces, hyphens and everything after six digits fall away. */
export function normaliseCode(entered: string): string {
  return Array.from(entered, asDigit).join('').slice(0, codeLength);
}

function asDigit(character: string): string {
  if (/[0-9]/.test(character)) return character;
  const point = character.codePointAt(0)!;
  const zero = zeros.find((first) => point >= first && point < first + 10);
  return zero === undefined ? '' : String(point - zero);
}

/** What is wrong with an entered code, as the key of a text; undefined when it may be sent. */
export function codeProblem(code: string): TextKey | undefined {
  if (code === '') return 'common.code.required';
  return code.length === codeLength ? undefined : 'common.code.length';
}

/** Whether a call failed because its code was not the one that was sent. */
export const isWrongCode = (error: unknown): boolean => hasCode(error, 'INVALID_OTP');

/** Whether the code was right, but there is no account to sign in to, and none may be made. */
export const hasNoAccount = (error: unknown): boolean => hasCode(error, 'ACCOUNT_NOT_FOUND');

const hasCode = (error: unknown, code: string) => error instanceof HttpError && error.code === code;
