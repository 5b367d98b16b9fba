import type { Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentActor } from '#backend/http/request-context.ts';
import type { RecordValues, ResourceHooks, WriteContext } from '#backend/resources/hooks.ts';
import type { Roles } from '#contract/schema/index.ts';
import type { InviteUser } from './invite-user.ts';
import { consumeInvitation, rateLimiterIn } from './limit-invitations.ts';
import { beforeCreateUser, beforeDeleteUser, beforeUpdateUser } from './policy.ts';
import type { UserRow } from './user.ts';

/**
 * Returns the hooks that enforce the user policy on writes through the users resource, inside their transactions, and
 * invite created users.
 */
export const userHooks = (invite: InviteUser, roles: Roles): ResourceHooks => ({
  extraHistoryFields: ['impersonated', 'apiKey'],
  afterCreate: async ({ email }) => invite(String(email)),
  limitCreations: (write) => consumeInvitation(rateLimiterIn(dbOf(write))),
  beforeCreate: async (values) => {
    beforeCreateUser(values, roles);
    return withName({ name: null, ...values });
  },
  beforeUpdate: ({ before, values }, write) =>
    beforeUpdateUser(dbOf(write), { user: before as UserRow, change: withName(values), roles }),
  beforeDelete: async (before, write) => {
    if (currentActor() === before.id) throw new ApiError('YOU_CANNOT_REMOVE_YOURSELF');
    await beforeDeleteUser(dbOf(write), { user: before as UserRow, roles });
  },
});

/** Converts a null name to an empty string, which is how better-auth stores a missing name. */
function withName(values: RecordValues): RecordValues {
  return 'name' in values ? { ...values, name: values.name ?? '' } : values;
}

function dbOf({ em }: WriteContext): Transaction {
  return em.getKysely();
}
