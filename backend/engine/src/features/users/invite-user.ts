import type { MailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { languageOfUser } from '#backend/access/auth/user-language.ts';
import type { Database } from '#backend/database/connection.ts';
import { type Actor, isUser } from '#backend/kernel/http/actor.ts';
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
export type InviteUser = (email: string, admin: Actor) => Promise<void>;

/**
 * Creates the function that invites a user whom an admin has created. It neither waits for the email nor
 * fails: the user exists, whether the email arrives or not. Emails beyond the quota of the mailbox are
 * dropped.
 */
export function createInviteUser({ mailer, quotas, read, settings }: Parts): InviteUser {
  return async (email, admin) => {
    if (!isUser(admin)) return;
    const [inviter] = await read<Inviter>({
      sql: 'select name, email from users where id = $1',
      parameters: [admin.id],
    });
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
