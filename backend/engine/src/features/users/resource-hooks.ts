import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { MailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import { userName } from '#backend/access/auth/profiles.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { readingIn } from '#backend/database/query.ts';
import { type Actor, actingId, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError, requireValid } from '#backend/kernel/http/api-error.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentContext } from '#backend/kernel/http/request-context.ts';
import { languageOfUser } from '#backend/kernel/mail/language-of-user.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { accountMail, type Inviter } from '#backend/kernel/mail/messages.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import type { RecordValues, ResourceHooks } from '#backend/records/resources/hooks.ts';
import { kyselyOf } from '#backend/records/resources/stages/write-connection.ts';
import {
  beforeCreateUser,
  beforeDeleteUser,
  beforeUpdateUser,
  rejectImpersonator,
  type UserRow,
} from './policy.ts';
import { requireFewerRights, requireGivable } from './require-administered.ts';

interface Parts {
  readonly mailer: Mailer;
  readonly quotas: Pick<MailQuotas, 'take'>;
  readonly database: Pick<Database, 'query'>;
  readonly settings: Pick<Settings, 'baseUrl' | 'isLocal'>;
  readonly roles: Roles;
  readonly resources: AllResources;
}

/** Returns the hooks that enforce the user policy in writes' transactions, and invite created users. */
export const userHooks = ({ roles, resources, ...parts }: Parts): ResourceHooks => ({
  extraHistoryFields: ['impersonated', 'apiKey'],
  afterCreate: (user, actor) => inviteUser(parts, { user, admin: actor }),
  limitCreations: (write) => limitInvitations(kyselyOf(write), write.actor, parts.settings),
  beforeCreate: async (values, { actor }) => {
    rejectImpersonator(actor);
    requireGivable(actor, values.role ?? roles.ofNewUsers, resources);
    beforeCreateUser(values, { actor, roles });
    return withName({ name: null, ...values });
  },
  beforeUpdate: ({ before, values }, write) => {
    const { actor } = write;
    rejectImpersonator(actor);
    const user = before as UserRow;
    requireFewerRights(actor, user, resources);
    const change = withName(values);
    if (change.role !== undefined && change.role !== user.role) requireGivable(actor, change.role, resources);
    return beforeUpdateUser(kyselyOf(write), { actor, user, change, resources });
  },
  beforeDelete: async (before, write) => {
    const { actor } = write;
    const user = before as UserRow;
    rejectImpersonator(actor);
    if (actingId(actor) === user.id) throw new ApiError('YOU_CANNOT_REMOVE_YOURSELF');
    requireFewerRights(actor, user, resources);
    await beforeDeleteUser(kyselyOf(write), { actor, user, resources });
  },
});

const named = z.object({ name: userName });

/**
 * Converts a null name to an empty string, as better-auth stores a missing name.
 * @throws ApiError INVALID for a name that users cannot give themselves either
 */
function withName(values: RecordValues): RecordValues {
  if (!('name' in values)) return values;
  return { ...values, ...requireValid(named, { name: values.name ?? '' }) };
}

/**
 * Sends a new user an email that they can sign in. Neither waits for the email nor fails, as the user exists
 * even if no email arrives. Emails beyond the mailbox's quota are dropped.
 */
async function inviteUser(
  { mailer, quotas, database: { query }, settings }: Omit<Parts, 'roles' | 'resources'>,
  { user, admin }: { user: RecordValues; admin: Actor },
): Promise<void> {
  if (!isUser(admin)) return;
  const statement = { sql: 'select name, email from users where id = $1', parameters: [admin.id] };
  const [inviter] = await query<Inviter>(statement);
  if (!inviter) return;
  const to = String(user.email);
  const mail = accountMail({
    to,
    name: String(user.name ?? ''),
    language: await languageOfUser(query, to),
    inviter,
    requestedAt: new Date(),
    signInUrl: new URL('/login', settings.baseUrl).href,
  });
  mailer.post(mail, () => quotas.take(to, 'invitation'));
}

/** The number of users an admin may create singly per hour: as many as organisation members may invite. */
export const INVITATIONS_PER_ADMIN = 50;

/**
 * Counts a user whom an admin creates, and who will get an email; a rollback undoes it. In local mode, where
 * emails go to the outbox, only requests from other machines count.
 * @throws ApiError TOO_MANY_INVITATIONS beyond the limit.
 */
async function limitInvitations(
  db: Transaction,
  actor: Actor,
  { isLocal }: Pick<Settings, 'isLocal'>,
): Promise<void> {
  if (!isUser(actor) || (isLocal && (currentContext()?.isLocal ?? true))) return;
  const { consume } = createRateLimiter(readingIn(db).query);
  if ((await consume(`create-user ${actor.id}`)) > INVITATIONS_PER_ADMIN)
    throw new ApiError('TOO_MANY_INVITATIONS');
}
