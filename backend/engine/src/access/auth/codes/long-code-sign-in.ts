import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import { CODE_LENGTH, CODE_MINUTES, type CodeMails, INVALID_OTP, SIGN_IN, sendCode } from './codes.ts';
import { isLongCode } from './long-codes.ts';
import type { MailQuotas } from './mail-quotas.ts';

/** The dependencies of long codes. */
export interface LongCodeParts {
  readonly quotas: MailQuotas;
  readonly mails: CodeMails;
  /** Hashes a short code for storage. */
  readonly hash: (code: string) => Promise<string>;
}

/**
 * Sends a long code if the address has not got one recently. Returns the response to the requester: how many
 * seconds the latest one is valid for.
 */
export async function sendLongCode(
  { quotas, mails }: Pick<LongCodeParts, 'quotas' | 'mails'>,
  address: string,
) {
  const { expiresAt, now, code } = await quotas.takeLongCode(address);
  if (code) sendCode({ email: address, otp: code, type: 'sign-in', longUntil: new Date(expiresAt) }, mails);
  return { success: true, longCodeSeconds: Math.floor((expiresAt - now) / 1000) };
}

/**
 * Exchanges a long code for a short one of this browser, which better-auth then accepts. Rejects it with
 * INVALID_OTP unless it is the current long code of the address. Must run after the hooks that replace the
 * whole body.
 */
export function longCodeSignIn({ quotas, hash }: Pick<LongCodeParts, 'quotas' | 'hash'>): BetterAuthPlugin {
  const exchange = createAuthMiddleware(async ({ body, context }) => {
    const address = String(body.email).toLowerCase();
    if (!(await quotas.redeem(address, body.otp))) throw new APIError('BAD_REQUEST', INVALID_OTP);
    const otp = generateRandomString(CODE_LENGTH, '0-9');
    await context.internalAdapter.createVerificationValue({
      identifier: `sign-in-otp-${address}`,
      value: `${await hash(otp)}:0`,
      expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000),
    });
    return { context: { body: { otp } } };
  });
  return {
    id: 'long-code-sign-in',
    hooks: {
      before: [{ matcher: ({ path, body }) => path === SIGN_IN && isLongCode(body?.otp), handler: exchange }],
    },
  };
}
