import type { Transaction } from '#backend/database/connection.ts';
import { actingId } from '#backend/http/actor.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { RecordValues, ResourceHooks, WriteContext } from '#backend/resources/hooks.ts';
import type { Roles } from '#contract/schema/index.ts';
import type { InviteUser } from './invite-user.ts';
import { type LimitInvitations, rateLimiterIn } from './limit-invitations.ts';
import { beforeCreateUser, beforeDeleteUser, beforeUpdateUser } from './policy.ts';
import type { UserRow } from './user.ts';

interface Parts {
  readonly invite: InviteUser;
  readonly limit: LimitInvitations;
  readonly roles: Roles;
}

/**
 * Returns the hooks that enforce the user policy on writes through the users resource, inside their transactions, and
 * invite created users.
 */
export const userHooks = ({ invite, limit, roles }: Parts): ResourceHooks => ({
  extraHistoryFields: ['impersonated', 'apiKey'],
  afterCreate: ({ email }, actor) => invite(String(email), actor),
  limitCreations: (write) => limit(rateLimiterIn(dbOf(write)), write.actor),
  beforeCreate: async (values, { actor }) => {
    beforeCreateUser(values, { actor, roles });
    return withName({ name: null, ...values });
  },
  beforeUpdate: ({ before, values }, write) =>
    beforeUpdateUser(dbOf(write), {
      ...{ actor: write.actor, user: before as UserRow, change: withName(values), roles },
    }),
  beforeDelete: async (before, write) => {
    if (actingId(write.actor) === before.id) throw new ApiError('YOU_CANNOT_REMOVE_YOURSELF');
    await beforeDeleteUser(dbOf(write), { actor: write.actor, user: before as UserRow, roles });
  },
});

/** Converts a null name to an empty string, which is how better-auth stores a missing name. */
function withName(values: RecordValues): RecordValues {
  return 'name' in values ? { ...values, name: values.name ?? '' } : values;
}

function dbOf({ em }: WriteContext): Transaction {
  return em.getKysely();
}
