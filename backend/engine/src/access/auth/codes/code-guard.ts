import { createHash } from 'node:crypto';
import { MAX_ADDRESS_LENGTH } from '@bindery/contract/schema/fields/email.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { type AuthHandler, authHook } from '#backend/access/hooks/auth-hooks.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { networkOf } from '#backend/kernel/http/network.ts';
import type { RateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import { CHANGE_EMAIL, CODE_ATTEMPTS, INVALID_OTP, SEND, SEND_TO_NEW_ADDRESS, SIGN_IN } from './codes.ts';
import { isLongCode, type LongCodeParts, sendLongCode } from './long-codes.ts';
import type { MailKind } from './mail-quotas.ts';

const INVALID_EMAIL = { code: 'INVALID_EMAIL', message: 'Invalid email' } as const;

const ATTEMPTS = [SIGN_IN, '/email-otp/verify-email', CHANGE_EMAIL];
const TO_NEW_ADDRESS = new Set([SEND_TO_NEW_ADDRESS, CHANGE_EMAIL]);
/** A browser is known as long as its cookie lasts; a network for less, because its users change. */
const KNOWN = '400 days';
const KNOWN_NETWORK = '90 days';

interface Guard extends Pick<LongCodeParts, 'quotas' | 'mails'> {
  readonly rateLimiter: RateLimiter;
  /** Returns whether the mail server is reachable. */
  readonly mailWorks: () => Promise<boolean>;
  /** The only addresses that may sign in; set in a demo. */
  readonly onlyFor: readonly string[] | undefined;
}

/** A call of one of better-auth's endpoints. */
type Call = Parameters<AuthHandler>[0];

/** better-auth's error for a code that has been tried too often. */
const TOO_MANY_ATTEMPTS = { code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts' } as const;

/**
 * Prevents the guessing of codes without letting an attacker lock out the owner. Each code has a fixed number
 * of attempts that only the browser that requested it can use, so only the number of codes is limited: see
 * mail-quotas.ts. Browsers that have signed in with the address before have a separate quota. Once all codes
 * are used up, all users who sign in share a long code: see long-codes.ts.
 */
export function codeGuard(guard: Guard): BetterAuthPlugin {
  const hook = (paths: readonly string[], handle: typeof beforeSending | typeof checkAttempt) =>
    authHook(paths, (ctx) => handle(guard, ctx));
  return {
    id: 'code-guard',
    hooks: {
      before: [hook([SEND, SEND_TO_NEW_ADDRESS], beforeSending), hook(ATTEMPTS, checkAttempt)],
      after: [hook([SIGN_IN], afterSignIn), hook([SIGN_IN, CHANGE_EMAIL], markUsed)],
    },
  };
}

async function beforeSending(guard: Guard, ctx: Call) {
  const address = addressIn(ctx);
  if (address.length > MAX_ADDRESS_LENGTH) throw new APIError('BAD_REQUEST', INVALID_EMAIL);
  requireAllowedAddress(guard, address);
  if (ctx.path === SEND && ctx.body?.type !== 'sign-in') {
    // Other codes only go to the user's own address. The response is the same, so no account is revealed.
    const session = await getSessionFromCtx(ctx);
    if (session?.user.email !== address) return ctx.json({ success: true });
  }
  // Checked before the address is looked up, so the response is the same for all addresses.
  if (!(await guard.mailWorks())) throw new ApiError('MAIL_UNAVAILABLE');
  if (await countCode(guard, address)) return undefined;
  if (ctx.path === SEND && ctx.body?.type === 'sign-in') return ctx.json(await sendLongCode(guard, address));
  throw new ApiError('TOO_MANY_REQUESTS');
}

async function checkAttempt(guard: Guard, ctx: Call) {
  const address = addressIn(ctx);
  requireAllowedAddress(guard, address);
  // A long code cannot be guessed, so there is nothing to count: see long-codes.ts.
  if (ctx.path !== SIGN_IN || !isLongCode(ctx.body?.otp)) await countAttempt(guard, address);
}

/** Marks the browser and its network as known for the address. */
async function afterSignIn({ rateLimiter, quotas }: Guard, { context }: Call) {
  const address = context.newSession?.user.email;
  if (!address) return;
  const { browser, ipAddress } = currentClient();
  await rateLimiter.mark(key('known', address, browser), KNOWN);
  await rateLimiter.mark(key('network', address, networkOf(ipAddress)), KNOWN_NETWORK);
  await quotas.prove(address);
}

/** Marks the code as used in the outbox, where codes are shown. */
async function markUsed({ mails }: Guard, ctx: Call) {
  const isRejected = ctx.context.returned instanceof Error;
  if (!isRejected) mails.mailer.outbox?.markUsed(addressIn(ctx), String(ctx.body?.otp));
}

/** @throws ApiError DEMO_MODE for an address that may not sign in. */
function requireAllowedAddress({ onlyFor }: Guard, address: string) {
  if (onlyFor && !onlyFor.includes(address)) throw new ApiError('DEMO_MODE');
}

/** Counts a code if the mailbox and this visitor have quota left; returns whether they have. */
async function countCode({ rateLimiter, quotas }: Guard, address: string) {
  await rateLimiter.prune();
  await quotas.prune();
  const tries = key('tries', address, currentClient().browser);
  const isAllowed = await quotas.take(address, await kindOf(rateLimiter, address));
  if (isAllowed) await rateLimiter.setAllowance(tries, CODE_ATTEMPTS);
  // Without a code, a guess is rejected as one attempt too many. An earlier code keeps its attempts.
  else await rateLimiter.ensureExists(tries);
  return isAllowed;
}

/** Returns the quota that a code for this visitor counts against. */
async function kindOf(rateLimiter: RateLimiter, address: string): Promise<MailKind> {
  const { browser, ipAddress } = currentClient();
  // Both are always queried, so that timing does not depend on the address.
  const [isKnown, isOnKnownNetwork] = await Promise.all([
    rateLimiter.isMarked(key('known', address, browser)),
    rateLimiter.isMarked(key('network', address, networkOf(ipAddress))),
  ]);
  if (isKnown) return 'known';
  return isOnKnownNetwork ? 'knownNetwork' : 'unknown';
}

/** @throws APIError if the browser has no pending code or no attempts left; the code is not compared then. */
async function countAttempt({ rateLimiter }: Guard, address: string) {
  const left = await rateLimiter.consumeAllowed(key('tries', address, currentClient().browser));
  if (left === undefined) throw new APIError('BAD_REQUEST', INVALID_OTP);
  if (left < 0) throw new APIError('FORBIDDEN', TOO_MANY_ATTEMPTS);
}

/** Returns the address that the code goes to, ignoring any other address in the body. */
function addressIn({ path, body }: { path: string; body?: Record<string, unknown> }) {
  const address = TO_NEW_ADDRESS.has(path) ? body?.newEmail : body?.email;
  return typeof address === 'string' ? address.toLowerCase() : '';
}

/** Returns a hashed key of fixed length that does not reveal the address. */
function key(kind: string, address: string, whose = 'all') {
  return `${kind} ${createHash('sha256').update(`${address} ${whose}`).digest('base64url')}`;
}
