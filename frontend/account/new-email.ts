import { callAuth } from '../auth/auth-client.ts';
import { noteSentCode } from '../login/sent-code.ts';

/** What the code for a new address is remembered by: the same address may have been sent one for signing in, too. */
export const codeForChange = (newEmail: string): string => `change ${newEmail}`;

/** Has a code sent to the address that the visitor wants to change to. Throws an HttpError. */
export async function askForEmailChange(newEmail: string): Promise<void> {
  await callAuth('/email-otp/request-email-change', { newEmail });
  noteSentCode(codeForChange(newEmail));
}

/** Where a new address is kept that was typed with a session too old for changing it. */
export const newEmailDraft = 'newEmail';
