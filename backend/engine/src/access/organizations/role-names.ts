import { organizationRoles } from '@bindery/contract/records/rights.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';

const NAMING = new Set(['/organization/invite-member', '/organization/update-member-role']);

/**
 * Rejects unknown roles with ROLE_NOT_FOUND, which better-auth does not do. A role name with a space counts
 * as unknown: it would bypass the check that users only assign roles up to their own.
 */
export const organizationRoleNames: BetterAuthPlugin = {
  id: 'organization-role-names',
  hooks: {
    before: [
      {
        matcher: ({ path }) => NAMING.has(path ?? ''),
        handler: createAuthMiddleware(async ({ body }) => {
          const named = [body?.role ?? []].flat().flatMap((role) => String(role).split(','));
          const unknown = named.filter((role) => !organizationRoles.some((known) => known === role));
          if (unknown.length > 0)
            throw new APIError('BAD_REQUEST', {
              code: 'ROLE_NOT_FOUND',
              message: `Role not found: ${unknown.join(', ')}. Available: ${organizationRoles.join(', ')}.`,
            });
        }),
      },
    ],
  },
};
