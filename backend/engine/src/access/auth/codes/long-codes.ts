import { createHash, randomInt } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import { beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import { type CodeMails, INVALID_OTP, SIGN_IN, sendCode, storeCode } from './codes.ts';
import type { MailQuotas } from './mail-quotas.ts';

/*
 * Long codes are for when strangers have used up the short ones of a mailbox
 * (docs/decisions/sign-in-codes.md). A long code cannot be guessed, so it needs no limit of attempts and all
 * requesters can share it: a single email serves them all, and only readers of the mailbox can use it.
 */

/** The characters of a long code: none that look like another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 30 ** 16 is more than 2 ** 78. */
const LENGTH = 16;

const SLOT_MS = 10 * 60_000;
/** A code stays valid for this long after its slot, so that it never expires before it can be entered. */
const GRACE_MS = 2 * 60_000;

/** Returns a random long code as emails show it: `K7QM-2XRT-9WPD-VHNB`. */
export function createLongCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return characters.join('').replace(/.{4}(?=.)/g, '$&-');
}

/** Returns whether an entered code is meant as a long one. */
export const isLongCode = (entered: unknown): entered is string =>
  typeof entered === 'string' && bare(entered).length === LENGTH;

/** Returns the hash to store a long code as. It is bound to its address and needs no secret: see LENGTH. */
export function longCodeHash(address: string, code: string): string {
  return createHash('sha256')
    .update(`${address} ${bare(code)}`)
    .digest('base64url');
}

/**
 * Returns the slot of a timestamp, during which an address gets at most one long code, and when its code
 * expires. Slots depend only on the clock: the expiry, which every requester sees, reveals nothing.
 */
export function slotAt(now: number): { readonly from: number; readonly expiresAt: number } {
  const from = Math.floor(now / SLOT_MS) * SLOT_MS;
  return { from, expiresAt: from + SLOT_MS + GRACE_MS };
}

const bare = (code: string) => code.toUpperCase().replaceAll(/[\s-]/g, '');

/** The dependencies of long codes. */
export interface LongCodeParts {
  readonly quotas: MailQuotas;
  readonly mails: CodeMails;
  /** Hashes a short code for storage. */
  readonly hash: (code: string) => Promise<string>;
}

/** Sends a long code unless the address just got one. Returns how many seconds the latest is valid for. */
export async function sendLongCode(
  { quotas, mails }: Pick<LongCodeParts, 'quotas' | 'mails'>,
  address: string,
) {
  const { expiresAt, now, code } = await quotas.takeLongCode(address);
  if (code) sendCode({ email: address, code, type: 'sign-in', longUntil: new Date(expiresAt) }, mails);
  return { success: true, longCodeSeconds: Math.floor((expiresAt - now) / 1000) };
}

/**
 * Exchanges a long code for a short one of this browser, which better-auth then accepts. Rejects it with
 * INVALID_OTP unless it is the address's current one. Must run after the hooks that replace the whole body.
 */
export function longCodeSignIn({ quotas, hash }: Pick<LongCodeParts, 'quotas' | 'hash'>): BetterAuthPlugin {
  return beforeEndpoints(
    'long-code-sign-in',
    ({ path, body }) => path === SIGN_IN && isLongCode(body?.otp),
    async (ctx) => {
      const { email, otp: entered } = ctx.body;
      const address = String(email).toLowerCase();
      if (!(await quotas.redeem(address, entered))) throw new APIError('BAD_REQUEST', INVALID_OTP);
      const otp = await storeCode(ctx, { identifier: `sign-in-otp-${address}`, hash });
      return { context: { body: { otp } } };
    },
  );
}
