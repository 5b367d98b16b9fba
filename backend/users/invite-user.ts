import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { MailQuotas } from '#backend/auth/codes/mail-quotas.ts';
import type { RateLimiter } from '#backend/auth/rate-limiter.ts';
import { languageOfUser } from '#backend/auth/user-language.ts';
import type { Database } from '#backend/database/connection.ts';
import { currentSession } from '#backend/http/request-context.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { accountMail } from '#backend/mail/messages.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { consumeInvitation } from './limit-invitations.ts';

interface Parts {
  readonly mailer: Mailer;
  readonly quotas: Pick<MailQuotas, 'take'>;
  readonly read: Database['query'];
  readonly settings: Pick<Settings, 'baseUrl'>;
}

/** Mails a user who has just been created that they can sign in. */
export type InviteUser = (email: string) => Promise<void>;

/**
 * Creates the function that invites a user whom an admin has created. It neither waits for the mail nor fails: the
 * user exists, whether the mail arrives or not. Mails beyond the quota of the mailbox are dropped.
 */
export function createInviteUser({ mailer, quotas, read, settings }: Parts): InviteUser {
  return async (email) => {
    const inviter = currentSession()?.user;
    if (!inviter) return;
    mailer.post(
      accountMail({
        to: email,
        language: await languageOfUser(read, email),
        inviter,
        requestedAt: new Date(),
        signInUrl: new URL('/login', settings.baseUrl).href,
      }),
      () => quotas.take(email, 'invitation'),
    );
  };
}

const CREATE = '/admin/create-user';

/** Limits and invites the users that are created by better-auth's own endpoint. */
export const inviteCreatedUsers = (invite: InviteUser, rateLimiter: RateLimiter): BetterAuthPlugin => ({
  id: 'invite-created-users',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === CREATE,
        handler: createAuthMiddleware(() => consumeInvitation(rateLimiter)),
      },
    ],
    after: [
      {
        matcher: ({ path }) => path === CREATE,
        handler: createAuthMiddleware(async ({ context: { returned } }) => {
          const created = z.object({ user: z.object({ email: z.string() }) }).safeParse(returned);
          if (created.success) await invite(created.data.user.email);
        }),
      },
    ],
  },
});
