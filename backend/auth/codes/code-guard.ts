import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { ApiError } from '#backend/http/api-error.ts';
import type { Budgets } from '../budgets.ts';
import { visitorHere } from '../visitor.ts';
import { INVALID_OTP, SEND, SEND_TO_NEW_ADDRESS, SIGN_IN } from './codes.ts';

/** Codes for one address within an hour: a browser may ask for as many, and so may one network. */
const CODES_A_BROWSER = 20;
const CODES_A_NETWORK = 20;
/** Guesses within an hour: of one browser at the codes of an address, and of all unknown browsers together. */
const GUESSES_A_BROWSER = 9;
const GUESSES_AN_ADDRESS = 30;
/** Past that, an unknown browser still has one guess an hour, so that a stranger cannot shut the owner out. */
const FIRST_GUESSES_AN_ADDRESS = 300;

/** The longest address that mail can carry (RFC 5321). */
const LONGEST_ADDRESS = 254;
const INVALID_EMAIL = { code: 'INVALID_EMAIL', message: 'Invalid email' } as const;

const GUESSES = new Set([SIGN_IN, '/email-otp/verify-email', '/email-otp/change-email']);
/** A code lives for minutes: after an hour a browser is not waiting for any. As long as its cookie, it is known. */
const WAITS = '1 hour';
const KNOWN = '400 days';

interface Guard {
  readonly budgets: Budgets;
  /** Whether mails reach the mail server at present. */
  readonly mailWorks: () => Promise<boolean>;
  /** In a demo: the only addresses that may sign in. */
  readonly onlyFor: readonly string[] | undefined;
}

/**
 * Keeps codes from being guessed, and their owners from being kept out. Tries are counted per address and hour
 * over all codes, browsers and servers. A browser that has signed in to the address before has tries of its own,
 * which nobody else can use up.
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
    const address = addressIn(ctx.body);
    if (address.length > LONGEST_ADDRESS) throw new APIError('BAD_REQUEST', INVALID_EMAIL);
    mustBeAllowed(guard, address);
    if (ctx.path === SEND && ctx.body?.type !== 'sign-in') {
      // Other codes are only for the own address; whether it is anybody's is not for strangers to know.
      const session = await getSessionFromCtx(ctx);
      if (session?.user.email !== address) return ctx.json({ success: true });
    }
    await countCode(guard, address);
    // Asked before anybody knows whose address it is, so that the answer is the same for all.
    if (!(await guard.mailWorks())) throw new ApiError('MAIL_UNAVAILABLE');
    return undefined;
  });

const beforeGuess = (guard: Guard) =>
  createAuthMiddleware(async ({ path, body }) => {
    const address = addressIn(body);
    mustBeAllowed(guard, address);
    await countGuess(guard, { path, address });
  });

/** From now on the browser is known at the address, and its tries begin anew. */
const afterSignIn = ({ budgets }: Guard) =>
  createAuthMiddleware(async ({ context }) => {
    const address = context.newSession?.user.email;
    if (!address) return;
    const { browser } = visitorHere();
    await budgets.remember(key('known', address, browser), KNOWN);
    await budgets.forget(key(`guess ${SIGN_IN}`, address, browser));
  });

/** @throws ApiError DEMO_MODE for an address that may not sign in. */
function mustBeAllowed({ onlyFor }: Guard, address: string) {
  if (onlyFor && !onlyFor.includes(address)) throw new ApiError('DEMO_MODE');
}

async function countCode({ budgets }: Guard, address: string) {
  const { browser, network, isLocal } = visitorHere();
  await budgets.sweep();
  if ((await budgets.spend(key('code', address, browser))) > CODES_A_BROWSER) throw tooMany();
  // On the own machine everybody comes from one network, so that counting by it would tell nobody apart.
  if (!isLocal && !(await budgets.isRemembered(key('known', address, browser)))) {
    if ((await budgets.spend(key('code', address, network))) > CODES_A_NETWORK) throw tooMany();
  }
  await budgets.remember(key('asked', address, browser), WAITS);
}

async function countGuess({ budgets }: Guard, { path, address }: { path: string; address: string }) {
  const { browser } = visitorHere();
  // A guess at nothing uses nothing up: else anybody could use up the tries for codes that they never asked for.
  if (!(await budgets.isRemembered(key('asked', address, browser))))
    throw new APIError('BAD_REQUEST', INVALID_OTP);
  const own = await budgets.spend(key(`guess ${path}`, address, browser));
  if (own > GUESSES_A_BROWSER) throw tooMany();
  if (await budgets.isRemembered(key('known', address, browser))) return;
  const all = await budgets.spend(key(`guess ${path}`, address));
  if (all > (own === 1 ? FIRST_GUESSES_AN_ADDRESS : GUESSES_AN_ADDRESS)) throw tooMany();
}

function tooMany() {
  return new ApiError('TOO_MANY_REQUESTS');
}

function addressIn(body: { email?: unknown; newEmail?: unknown } | undefined) {
  return String(body?.email ?? body?.newEmail ?? '').toLowerCase();
}

/** A short key, whatever was given for an address, and one that does not tell the address. */
function key(kind: string, address: string, whose = 'all') {
  return `${kind} ${createHash('sha256').update(`${address} ${whose}`).digest('base64url')}`;
}
