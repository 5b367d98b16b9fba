import { callAuth } from '../auth/auth-client.ts';

const storageKey = (email: string) => `codeAskedAt:${email.toLowerCase()}`;

/** Has a code sent to an address, and notes when, for the countdowns of the next page. Throws an HttpError. */
export async function askForCode(email: string, captcha?: string): Promise<void> {
  await callAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' }, captchaHeader(captcha));
  sessionStorage.setItem(storageKey(email), String(Date.now()));
}

const captchaHeader = (captcha: string | undefined) => (captcha ? { 'x-captcha-response': captcha } : {});

/** When a code was last asked for in this tab, as milliseconds since 1970; 0 when it was not. */
export const codeAskedAt = (email: string): number => Number(sessionStorage.getItem(storageKey(email)) ?? 0);
