import type { AllResources, Roles } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { actingId } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RecordValues, ResourceHooks, WriteContext } from '#backend/records/resources/hooks.ts';
import { type InviteUser, type LimitInvitations, rateLimiterIn } from './invitations.ts';
import {
  beforeCreateUser,
  beforeDeleteUser,
  beforeUpdateUser,
  rejectImpersonator,
  type UserRow,
} from './policy.ts';
import { requireFewerRights, requireGivable } from './require-administered.ts';

interface Parts {
  readonly invite: InviteUser;
  readonly limit: LimitInvitations;
  readonly roles: Roles;
  readonly resources: AllResources;
}

/** Returns the hooks that enforce the user policy in writes' transactions, and invite created users. */
export const userHooks = ({ invite, limit, roles, resources }: Parts): ResourceHooks => ({
  extraHistoryFields: ['impersonated', 'apiKey'],
  afterCreate: ({ email, name }, actor) => invite({ email: String(email), name: String(name ?? '') }, actor),
  limitCreations: (write) => limit(rateLimiterIn(dbOf(write)), write.actor),
  beforeCreate: async (values, { actor }) => {
    rejectImpersonator(actor);
    requireGivable(actor, values.role ?? roles.ofNewUsers, resources);
    beforeCreateUser(values, { actor, roles });
    return withName({ name: null, ...values });
  },
  beforeUpdate: ({ before, values }, { actor, ...write }) => {
    rejectImpersonator(actor);
    const user = before as UserRow;
    requireFewerRights(actor, user, resources);
    const change = withName(values);
    if (change.role !== undefined && change.role !== user.role) requireGivable(actor, change.role, resources);
    return beforeUpdateUser(dbOf(write), { actor, user, change, resources });
  },
  beforeDelete: async (before, write) => {
    rejectImpersonator(write.actor);
    if (actingId(write.actor) === before.id) throw new ApiError('YOU_CANNOT_REMOVE_YOURSELF');
    requireFewerRights(write.actor, before as UserRow, resources);
    await beforeDeleteUser(dbOf(write), { actor: write.actor, user: before as UserRow, resources });
  },
});

/** Converts a null name to an empty string, as better-auth stores a missing name. */
function withName(values: RecordValues): RecordValues {
  return 'name' in values ? { ...values, name: values.name ?? '' } : values;
}

function dbOf({ em }: Pick<WriteContext, 'em'>): Transaction {
  return em.getKysely();
}
