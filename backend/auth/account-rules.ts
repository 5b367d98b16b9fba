import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { languages } from '#contract/init.ts';
import { fieldErrors } from '#contract/validation.ts';
import { FRESH_MS } from './constants.ts';

const SENSITIVE = new Set([
  '/email-otp/request-email-change',
  '/email-otp/change-email',
  '/admin/impersonate-user',
]);

/** What people may say about themselves. */
const ownProfile = z.object({
  // Control characters have no place in a name, and `<` or `>` only where somebody tries to do harm.
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}<>]*$/u)
    .optional(),
  language: z.enum(languages).nullish(),
  theme: z.enum(['light', 'dark', 'system']).nullish(),
  image: z.null().optional(),
});

/** What holds when people change their own account through better-auth's endpoints. */
export const accountRules: BetterAuthPlugin = {
  id: 'account-rules',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/update-user',
        handler: createAuthMiddleware(async (ctx) => {
          const checked = ownProfile.safeParse(ctx.body, { reportInput: true });
          if (!checked.success) throw new ApiError('INVALID', { errors: fieldErrors(checked.error.issues) });
          return { context: { body: { ...ctx.body, ...checked.data } } };
        }),
      },
      {
        matcher: ({ path }) => SENSITIVE.has(path ?? ''),
        handler: createAuthMiddleware(async (ctx) => {
          const session = await getSessionFromCtx(ctx);
          const age = Date.now() - new Date(session?.session.createdAt ?? Date.now()).getTime();
          if (age >= FRESH_MS) throw new ApiError('SESSION_EXPIRED');
        }),
      },
    ],
  },
  init: () => ({
    options: { databaseHooks: { user: { update: { before: onboardWithFirstName } } } },
  }),
};

/** Who gives their name for the first time has been onboarded by that. */
async function onboardWithFirstName(
  change: Record<string, unknown>,
  ctx: { path?: string; context: { session?: { user: Record<string, unknown> } | null } } | null,
) {
  const person = ctx?.context.session?.user;
  const isFirst = ctx?.path === '/update-user' && Boolean(change.name) && person && !person.onboardedAt;
  return isFirst ? { data: { ...change, onboardedAt: new Date() } } : undefined;
}
