import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { ApiError } from '#backend/http/api-error.ts';
import { networkOf } from '#backend/http/network.ts';
import type { RateLimiter } from '../rate-limiter.ts';
import { currentClient } from '../visitor.ts';
import { CODE_TRIES, INVALID_OTP, SEND, SEND_TO_NEW_ADDRESS, SIGN_IN } from './codes.ts';
import type { MailKind } from './mail-quota.ts';
import type { MailQuotas } from './mail-quotas.ts';

/** The longest address that mail can carry (RFC 5321). */
const LONGEST_ADDRESS = 254;
const INVALID_EMAIL = { code: 'INVALID_EMAIL', message: 'Invalid email' } as const;

const CHANGE_EMAIL = '/email-otp/change-email';
const GUESSES = new Set([SIGN_IN, '/email-otp/verify-email', CHANGE_EMAIL]);
const TO_NEW_ADDRESS = new Set([SEND_TO_NEW_ADDRESS, CHANGE_EMAIL]);
/** As long as its cookie, a browser is known; a network changes hands sooner. */
const KNOWN = '400 days';
const KNOWN_NETWORK = '90 days';

interface Guard {
  readonly rateLimiter: RateLimiter;
  readonly quotas: MailQuotas;
  /** Whether mails reach the mail server at present. */
  readonly mailWorks: () => Promise<boolean>;
  /** In a demo: the only addresses that may sign in. */
  readonly onlyFor: readonly string[] | undefined;
}

/** better-auth's answer to a code that has been tried too often. */
const TOO_MANY_ATTEMPTS = { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts' } as const;

/**
 * Keeps codes from being guessed, and their owners from being kept out. A code comes with its tries, which nobody but
 * the browser that asked for it can use up, so that only the codes are rationed: see mail-quota.ts. Browsers that have
 * signed in to the address before have a share of their own.
 */
export function codeGuard(guard: Guard): BetterAuthPlugin {
  return {
    id: 'code-guard',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SEND || path === SEND_TO_NEW_ADDRESS,
          handler: beforeSending(guard),
        },
        { matcher: ({ path = '' }) => GUESSES.has(path), handler: beforeGuess(guard) },
      ],
      after: [{ matcher: ({ path }) => path === SIGN_IN, handler: afterSignIn(guard) }],
    },
  };
}

const beforeSending = (guard: Guard) =>
  createAuthMiddleware(async (ctx) => {
    const address = addressIn(ctx);
    if (address.length > LONGEST_ADDRESS) throw new APIError('BAD_REQUEST', INVALID_EMAIL);
    mustBeAllowed(guard, address);
    if (ctx.path === SEND && ctx.body?.type !== 'sign-in') {
      // Other codes are only for the own address; whether it is anybody's is not for strangers to know.
      const session = await getSessionFromCtx(ctx);
      if (session?.user.email !== address) return ctx.json({ success: true });
    }
    // Asked before anybody knows whose address it is, so that the answer is the same for all.
    if (!(await guard.mailWorks())) throw new ApiError('MAIL_UNAVAILABLE');
    await countCode(guard, address);
    return undefined;
  });

const beforeGuess = (guard: Guard) =>
  createAuthMiddleware(async (ctx) => {
    const address = addressIn(ctx);
    mustBeAllowed(guard, address);
    await countGuess(guard, address);
  });

/** From now on the browser and its network are known at the address. */
const afterSignIn = ({ rateLimiter, quotas }: Guard) =>
  createAuthMiddleware(async ({ context }) => {
    const address = context.newSession?.user.email;
    if (!address) return;
    const { browser, network } = currentClient();
    await rateLimiter.remember(key('known', address, browser), KNOWN);
    await rateLimiter.remember(key('network', address, networkOf(network)), KNOWN_NETWORK);
    await quotas.prove(address);
  });

/** @throws ApiError DEMO_MODE for an address that may not sign in. */
function mustBeAllowed({ onlyFor }: Guard, address: string) {
  if (onlyFor && !onlyFor.includes(address)) throw new ApiError('DEMO_MODE');
}

/** @throws ApiError TOO_MANY_REQUESTS where the mailbox, or this visitor's share of it, gets no more codes. */
async function countCode({ rateLimiter, quotas }: Guard, address: string) {
  await rateLimiter.sweep();
  await quotas.prune();
  const tries = key('tries', address, currentClient().browser);
  if (await quotas.take(address, await kindOf(rateLimiter, address)))
    return rateLimiter.allow(tries, CODE_TRIES);
  // What is entered now is answered as what it is: a try too many. An earlier code keeps its tries.
  await rateLimiter.allowNone(tries);
  throw new ApiError('TOO_MANY_REQUESTS');
}

/** Returns which share of the mailbox a code for this visitor is taken from. */
async function kindOf(rateLimiter: RateLimiter, address: string): Promise<MailKind> {
  const { browser, network } = currentClient();
  // Both are always looked up, so that it is the same work for all.
  const [isKnown, isOnKnownNetwork] = await Promise.all([
    rateLimiter.isRemembered(key('known', address, browser)),
    rateLimiter.isRemembered(key('network', address, networkOf(network))),
  ]);
  if (isKnown) return 'known';
  return isOnKnownNetwork ? 'knownNetwork' : 'unknown';
}

/** @throws APIError where no code waits for the browser, or its tries are used up: nothing is compared then. */
async function countGuess({ rateLimiter }: Guard, address: string) {
  const left = await rateLimiter.take(key('tries', address, currentClient().browser));
  if (left === undefined) throw new APIError('BAD_REQUEST', INVALID_OTP);
  if (left < 0) throw new APIError('FORBIDDEN', TOO_MANY_ATTEMPTS);
}

/** Reads the address that a code goes to, and no other that the body names besides. */
function addressIn({ path, body }: { path: string; body?: Record<string, unknown> }) {
  const address = TO_NEW_ADDRESS.has(path) ? body?.newEmail : body?.email;
  return typeof address === 'string' ? address.toLowerCase() : '';
}

/** A short key, whatever was given for an address, and one that does not tell the address. */
function key(kind: string, address: string, whose = 'all') {
  return `${kind} ${createHash('sha256').update(`${address} ${whose}`).digest('base64url')}`;
}
