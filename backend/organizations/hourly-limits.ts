import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { MailQuotas } from '#backend/auth/codes/mail-quotas.ts';
import type { RateLimiter } from '#backend/auth/rate-limiter.ts';
import { ApiError } from '#backend/http/api-error.ts';

/** Mails that one user may have sent to others within an hour, over all organisations and servers. */
const INVITATIONS_A_PERSON = 50;
/** Organisations that one user may make within an hour, however many of them are deleted again. */
const ORGANIZATIONS_A_PERSON = 20;

const INVITE = '/organization/invite-member';

const LIMITS: Readonly<Record<string, number>> = {
  [INVITE]: INVITATIONS_A_PERSON,
  '/organization/create': ORGANIZATIONS_A_PERSON,
};

interface Parts {
  readonly rateLimiter: RateLimiter;
  readonly quotas: MailQuotas;
}

/**
 * Keeps organisations from being made, emptied and made again to send mails to strangers without end, and a mailbox
 * from being filled with the invitations of many.
 */
export const hourlyLimits = ({ rateLimiter, quotas }: Parts): BetterAuthPlugin => ({
  id: 'organization-hourly-limits',
  hooks: {
    before: [
      {
        matcher: ({ path = '' }) => path in LIMITS,
        handler: createAuthMiddleware(async (ctx) => {
          const session = await getSessionFromCtx(ctx);
          if (!session) return;
          const spent = await rateLimiter.spend(`${ctx.path} ${session.user.id}`);
          if (spent > (LIMITS[ctx.path] ?? 0)) throw new ApiError('TOO_MANY_REQUESTS');
          if (ctx.path !== INVITE || typeof ctx.body?.email !== 'string') return;
          if (!(await quotas.take(ctx.body.email, 'invitation'))) throw new ApiError('TOO_MANY_REQUESTS');
        }),
      },
    ],
  },
});
