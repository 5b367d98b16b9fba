import { createHmac } from 'node:crypto';
import type { Mailer } from '#backend/mail/mailer.ts';
import { type CodePurpose, codeMail } from '#backend/mail/messages.ts';
import { currentClient } from '../visitor.ts';

/** How many digits a code has. */
export const CODE_LENGTH = 6;
/** How long a code can be entered; this and the next two are told to the pages. */
export const CODE_MINUTES = 5;
/** How often a code may be tried. */
export const CODE_TRIES = 3;
/** How long pages wait before they offer to send another. */
export const RESEND_SECONDS = 30;

/** Where better-auth sends codes: to sign in, or to verify the own address. */
export const SEND = '/email-otp/send-verification-otp';
/** Where it sends one to the address that is to become the own one. */
export const SEND_TO_NEW_ADDRESS = '/email-otp/request-email-change';
/** Where a code is entered to sign in. */
export const SIGN_IN = '/sign-in/email-otp';

/** How better-auth refuses a code; where we do so ourselves, nobody is to see the difference. */
export const INVALID_OTP = { code: 'INVALID_OTP', message: 'Invalid OTP' } as const;

/** The answer to the right code for an address that has no account and may not get one. */
export const ACCOUNT_NOT_FOUND = { code: 'ACCOUNT_NOT_FOUND', message: 'Account not found' } as const;

/** What better-auth calls the purposes of a code that we send. */
const PURPOSES: Readonly<Record<string, CodePurpose>> = {
  'sign-in': 'signIn',
  'email-verification': 'signIn',
  'change-email': 'changeEmail',
};

/** Codes are kept as a keyed hash: with six digits, a plain one would be guessed back in no time. */
export function codeHash(secret: string) {
  return async (code: string) => createHmac('sha256', secret).update(`code:${code}`).digest('base64url');
}

/**
 * Where better-auth keeps codes: under the browser that asked for them. Nobody else can try one, and nobody
 * else's asking or guessing takes one away.
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

/** How a code reaches its owner: `isWanted` says whether there is one, or may be. */
export interface CodeMails {
  readonly mailer: Mailer;
  readonly isWanted: (address: string, purpose: CodePurpose) => Promise<boolean>;
}

/**
 * Posts the mail with a code, in the language of the visitor who asked for it. Whether the address is worth one
 * is found out off the request, so that neither the answer nor its time tells known addresses from unknown ones.
 */
export function sendCode(asked: { email: string; otp: string; type: string }, mails: CodeMails): void {
  const purpose = PURPOSES[asked.type];
  if (!purpose) return;
  const requestedAt = new Date();
  const expiresAt = new Date(requestedAt.getTime() + CODE_MINUTES * 60_000);
  const { language } = currentClient();
  const mail = codeMail({ to: asked.email, code: asked.otp, purpose, language, requestedAt, expiresAt });
  mails.mailer.post(mail, () => mails.isWanted(asked.email, purpose));
}
