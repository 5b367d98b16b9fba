import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { saveSentCode } from '#frontend/sign-in/sent-code.ts';

/**
 * Returns the key under which the code for a new address is tracked, distinct from a sign-in code to the same
 * address.
 */
export const codeForChange = (newEmail: string): string => `change ${newEmail}`;

/** Requests a code for the address that the user wants to change to. Throws an HttpError. */
export async function askForEmailChange(newEmail: string): Promise<void> {
  await callAuth('/email-otp/request-email-change', { newEmail });
  saveSentCode(codeForChange(newEmail));
}

/** The draft name of a new address that was typed in a session too old to change it. */
export const newEmailDraft = 'newEmail';
