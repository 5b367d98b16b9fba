import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { ApiError } from '#backend/http/api-error.ts';
import type { Budgets } from './budgets.ts';
import { visitorHere } from './visitor.ts';

/** Codes a browser may ask for an address within an hour, and everybody together who is not known there. */
const CODES_A_BROWSER = 20;
const CODES_AN_ADDRESS = 200;
/** Guesses within an hour: of one browser at the codes of an address, and of all unknown browsers together. */
const GUESSES_A_BROWSER = 9;
const GUESSES_AN_ADDRESS = 30;
/** Past that, an unknown browser still has one guess an hour, so that a stranger cannot shut the owner out. */
const FIRST_GUESSES_AN_ADDRESS = 300;

const SEND = '/email-otp/send-verification-otp';
const SEND_TO_NEW_ADDRESS = '/email-otp/request-email-change';
const GUESSES = new Set(['/sign-in/email-otp', '/email-otp/verify-email', '/email-otp/change-email']);

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
export function codeGuard({ budgets, mailWorks, onlyFor }: Guard): BetterAuthPlugin {
  return {
    id: 'code-guard',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === SEND || path === SEND_TO_NEW_ADDRESS,
          handler: createAuthMiddleware(async (ctx) => {
            const address = addressIn(ctx.body);
            if (onlyFor && !onlyFor.includes(address)) throw new ApiError('DEMO_MODE');
            if (ctx.path === SEND && ctx.body?.type !== 'sign-in') {
              // Other codes are only for the own address; whether it is anybody's is not for strangers to know.
              const session = await getSessionFromCtx(ctx);
              if (session?.user.email !== address) return ctx.json({ success: true });
            }
            await countCode(budgets, address);
            // Asked before anybody knows whose address it is, so that the answer is the same for all.
            if (!(await mailWorks())) throw new ApiError('MAIL_UNAVAILABLE');
            return undefined;
          }),
        },
        {
          matcher: ({ path }) => GUESSES.has(path ?? ''),
          handler: createAuthMiddleware(async (ctx) => {
            const address = addressIn(ctx.body);
            if (onlyFor && !onlyFor.includes(address)) throw new ApiError('DEMO_MODE');
            await countGuess(budgets, address);
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email-otp',
          handler: createAuthMiddleware(async (ctx) => {
            const address = ctx.context.newSession?.user.email;
            if (!address) return;
            await budgets.remember(key('known', address, visitorHere().browser));
            await budgets.forget(key('guess', address, visitorHere().browser));
          }),
        },
      ],
    },
  };
}

async function countCode(budgets: Budgets, address: string) {
  const { browser } = visitorHere();
  await budgets.sweep();
  if ((await budgets.spend(key('code', address, browser))) > CODES_A_BROWSER)
    throw new ApiError('TOO_MANY_REQUESTS');
  if (await budgets.isRemembered(key('known', address, browser))) return;
  if ((await budgets.spend(key('code', address))) > CODES_AN_ADDRESS) throw new ApiError('TOO_MANY_REQUESTS');
}

async function countGuess(budgets: Budgets, address: string) {
  const { browser, isNew } = visitorHere();
  // Without the cookie there is no code to be guessed, so nothing is used up either.
  if (isNew) return;
  const own = await budgets.spend(key('guess', address, browser));
  if (own > GUESSES_A_BROWSER) throw new ApiError('TOO_MANY_REQUESTS');
  if (await budgets.isRemembered(key('known', address, browser))) return;
  const all = await budgets.spend(key('guess', address));
  if (all > (own === 1 ? FIRST_GUESSES_AN_ADDRESS : GUESSES_AN_ADDRESS))
    throw new ApiError('TOO_MANY_REQUESTS');
}

function addressIn(body: { email?: unknown; newEmail?: unknown } | undefined) {
  return String(body?.email ?? body?.newEmail ?? '').toLowerCase();
}

/** A short key, whatever was given for an address, and one that does not tell the address. */
function key(kind: string, address: string, browser = 'all') {
  return `${kind} ${createHash('sha256').update(`${address} ${browser}`).digest('base64url')}`;
}
