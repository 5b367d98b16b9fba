import { createHmac } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { generateRandomString } from 'better-auth/crypto';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { type CodePurpose, codeMail } from '#backend/kernel/mail/messages.ts';

/** Number of digits of a code. */
export const CODE_LENGTH = 6;
/** How long a code is valid. This constant and the next two are also sent to the pages. */
export const CODE_MINUTES = 5;
/** Maximum number of attempts per code. */
export const CODE_ATTEMPTS = 3;
/** How long pages wait before they offer to send another code. */
export const RESEND_SECONDS = 30;

/** better-auth's endpoint that sends a code to sign in or to verify the user's own address. */
export const SEND = '/email-otp/send-verification-otp';
/** better-auth's endpoint that sends a code to the user's new address. */
export const SEND_TO_NEW_ADDRESS = '/email-otp/request-email-change';
/** better-auth's endpoint that changes the address with a code. */
export const CHANGE_EMAIL = '/email-otp/change-email';
/** better-auth's endpoint that signs in with a code. */
export const SIGN_IN = '/sign-in/email-otp';

/** better-auth's error for an invalid code; the product's checks return the same, indistinguishable one. */
export const INVALID_OTP = { code: 'INVALID_OTP', message: 'Invalid OTP' } as const;

/** The error for a correct code if the address has no account and may not get one. */
export const ACCOUNT_NOT_FOUND = { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' } as const;

/** Maps better-auth's code types to the purposes of the product's emails. */
const PURPOSES: Readonly<Record<string, CodePurpose>> = {
  'sign-in': 'signIn',
  'email-verification': 'signIn',
  'change-email': 'changeEmail',
};

/** Returns the keyed hash (HMAC) to store a code as: a plain hash of six digits is trivial to reverse. */
export function codeHash(secret: string) {
  return async (code: string) => createHmac('sha256', secret).update(`code:${code}`).digest('base64url');
}

/**
 * Makes better-auth store codes per browser that requested them. No other browser can try a code, and
 * requests or guesses from elsewhere do not invalidate it.
 */
export const codesByBrowser = {
  default: 'plain' as const,
  overrides: Object.fromEntries(
    Object.keys(PURPOSES).map((kind) => [
      `${kind}-otp-`,
      { hash: async (name: string) => `${name}@${currentClient().browser}` },
    ]),
  ),
};

interface StoredCode {
  /** better-auth's name of the code: its type and its address. */
  readonly identifier: string;
  readonly hash: (code: string) => Promise<string>;
}

/** Stores a new code as better-auth does, with all of its attempts; returns the code. */
export async function storeCode(
  { context }: Pick<GenericEndpointContext, 'context'>,
  { identifier, hash }: StoredCode,
): Promise<string> {
  const code = generateRandomString(CODE_LENGTH, '0-9');
  await context.internalAdapter.createVerificationValue({
    identifier,
    value: `${await hash(code)}:0`,
    expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000),
  });
  return code;
}

/** How codes are sent. `isWanted` returns whether the address has an account or may get one. */
export interface CodeMails {
  readonly mailer: Mailer;
  readonly isWanted: (address: string, purpose: CodePurpose) => Promise<boolean>;
}

/** A code to send. */
interface RequestedCode {
  readonly email: string;
  readonly code: string;
  /** better-auth's type of the code. */
  readonly type: string;
  /** The expiry of a long code. */
  readonly longUntil?: Date;
}

/**
 * Queues the email with a code, in the visitor's language. Whether the address gets one is decided after the
 * response, so that neither the response nor its timing reveals whether the address has an account.
 */
export function sendCode(requested: RequestedCode, mails: CodeMails): void {
  const { email: to, code, longUntil } = requested;
  const purpose = PURPOSES[requested.type];
  if (!purpose) return;
  const requestedAt = new Date();
  const mail = codeMail({
    to,
    code,
    purpose: longUntil ? 'signInLong' : purpose,
    language: currentClient().language,
    requestedAt,
    expiresAt: longUntil ?? new Date(requestedAt.getTime() + CODE_MINUTES * 60_000),
  });
  mails.mailer.post(mail, () => mails.isWanted(to, purpose));
}
