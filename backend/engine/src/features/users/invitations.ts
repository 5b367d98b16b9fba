import type { MailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { languageOfUser } from '#backend/access/auth/profiles.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { readingIn } from '#backend/database/query.ts';
import { type Actor, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { createRateLimiter, type RateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentContext } from '#backend/kernel/http/request-context.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { accountMail, type Inviter } from '#backend/kernel/mail/messages.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

interface Parts {
  readonly mailer: Mailer;
  readonly quotas: Pick<MailQuotas, 'take'>;
  readonly read: Database['query'];
  readonly settings: Pick<Settings, 'baseUrl'>;
}

/** Sends a new user an email that they can sign in. */
export type InviteUser = (
  user: { readonly email: string; readonly name: string },
  admin: Actor,
) => Promise<void>;

/**
 * Creates the function that invites a user whom an admin has created. It neither waits for the email nor
 * fails, as the user exists even if no email arrives. Emails beyond the mailbox's quota are dropped.
 */
export function createInviteUser({ mailer, quotas, read, settings }: Parts): InviteUser {
  return async ({ email, name }, admin) => {
    if (!isUser(admin)) return;
    const [inviter] = await read<Inviter>({
      sql: 'select name, email from users where id = $1',
      parameters: [admin.id],
    });
    if (!inviter) return;
    mailer.post(
      accountMail({
        to: email,
        name,
        language: await languageOfUser(read, email),
        inviter,
        requestedAt: new Date(),
        signInUrl: new URL('/login', settings.baseUrl).href,
      }),
      () => quotas.take(email, 'invitation'),
    );
  };
}

/** The number of users an admin may create singly per hour: as many as organisation members may invite. */
export const INVITATIONS_PER_ADMIN = 50;

/**
 * Counts a user whom an admin creates and who will get an email.
 * @throws ApiError TOO_MANY_INVITATIONS beyond the limit.
 */
export type LimitInvitations = (rateLimiter: Pick<RateLimiter, 'consume'>, actor: Actor) => Promise<void>;

/**
 * Creates the function that limits invitations. In local mode, where emails go to the outbox, only requests
 * from other machines count.
 */
export const limitInvitations =
  ({ isLocal }: Pick<Settings, 'isLocal'>): LimitInvitations =>
  async ({ consume }, actor) => {
    if (!isUser(actor) || (isLocal && (currentContext()?.isLocal ?? true))) return;
    if ((await consume(`create-user ${actor.id}`)) <= INVITATIONS_PER_ADMIN) return;
    throw new ApiError('TOO_MANY_INVITATIONS');
  };

/** Returns a rate limiter that counts in a transaction: a rollback undoes its counts. */
export const rateLimiterIn = (db: Transaction): RateLimiter => createRateLimiter(readingIn(db).query);
