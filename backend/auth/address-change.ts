import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import { z } from 'zod';
import { CODE_LENGTH, CODE_MINUTES, type CodeMails, sendCode } from './codes.ts';

/**
 * Sends the code to a new address in better-auth's place, which drops the code of an address that somebody has: from
 * then on its tries are answered in another way, and whoever is signed in could find out who has an account. Here
 * every address gets a code, and what is not sent is decided off the request.
 */
export function addressChange(mails: CodeMails, hash: (code: string) => Promise<string>): BetterAuthPlugin {
  return {
    id: 'address-change',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/email-otp/request-email-change',
          handler: createAuthMiddleware(async (ctx) => {
            const email = (await getSessionFromCtx(ctx))?.user.email;
            const newEmail = String(ctx.body?.newEmail).toLowerCase();
            // What is wrong about the call itself, better-auth refuses.
            if (!email || newEmail === email || !z.email().safeParse(newEmail).success) return undefined;
            const otp = generateRandomString(CODE_LENGTH, '0-9');
            await ctx.context.internalAdapter.createVerificationValue({
              identifier: `change-email-otp-${email}-${newEmail}`,
              value: `${await hash(otp)}:0`,
              expiresAt: new Date(Date.now() + CODE_MINUTES * 60_000),
            });
            sendCode({ email: newEmail, otp, type: 'change-email' }, mails);
            return ctx.json({ success: true });
          }),
        },
      ],
    },
  };
}
