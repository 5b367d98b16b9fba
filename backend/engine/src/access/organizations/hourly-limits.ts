import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { MailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RateLimiter } from '#backend/kernel/http/rate-limiter.ts';

/** Maximum number of invitation emails per user and hour, over all organisations and servers. */
const INVITATIONS_PER_USER = 50;
/** Maximum organisations that a user may create per hour, including deleted ones. */
const ORGANIZATIONS_PER_USER = 20;

const INVITE = '/organization/invite-member';

const LIMITS: Readonly<Record<string, number>> = {
  [INVITE]: INVITATIONS_PER_USER,
  '/organization/create': ORGANIZATIONS_PER_USER,
};

interface Parts {
  readonly rateLimiter: RateLimiter;
  readonly quotas: MailQuotas;
}

/**
 * Limits invitations and new organisations per user, so that organisations cannot be deleted and recreated to
 * send unlimited emails, and invitations per mailbox.
 * @throws ApiError TOO_MANY_REQUESTS.
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
          const count = await rateLimiter.consume(`${ctx.path} ${session.user.id}`);
          if (count > (LIMITS[ctx.path] ?? 0)) throw new ApiError('TOO_MANY_REQUESTS');
          if (ctx.path !== INVITE || typeof ctx.body?.email !== 'string') return;
          if (!(await quotas.take(ctx.body.email, 'invitation'))) throw new ApiError('TOO_MANY_REQUESTS');
        }),
      },
    ],
  },
});
