import { organizationRoles } from '@bindery/contract/records/rights.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import type { MailQuotas } from '#backend/access/auth/codes/mail-quotas.ts';
import type { Adapter } from '#backend/access/auth/transactional-adapter.ts';
import { beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import type { Tables } from '#backend/database/connection.ts';
import { isUnavailable } from '#backend/database/connection-errors.ts';
import { newId } from '#backend/database/id.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { RateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { logger } from '#backend/logging/logger.ts';

const INVITE = '/organization/invite-member';

/** Maximum number of calls per user and hour, over all organisations and servers. */
const LIMITS: Readonly<Record<string, number>> = {
  [INVITE]: 50,
  /** Deleted organisations count too. */
  '/organization/create': 20,
};

/**
 * Limits invitations and new organisations per user, so that organisations cannot be deleted and recreated to
 * send unlimited emails, and invitations per mailbox.
 * @throws ApiError TOO_MANY_REQUESTS.
 */
export const hourlyLimits = (rateLimiter: RateLimiter, quotas: MailQuotas): BetterAuthPlugin =>
  beforeEndpoints('organization-hourly-limits', Object.keys(LIMITS), async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const count = await rateLimiter.consume(`${ctx.path} ${session.user.id}`);
    if (count > (LIMITS[ctx.path] ?? 0)) throw new ApiError('TOO_MANY_REQUESTS');
    if (ctx.path !== INVITE || typeof ctx.body?.email !== 'string') return;
    if (!(await quotas.take(ctx.body.email, 'invitation'))) throw new ApiError('TOO_MANY_REQUESTS');
  });

/**
 * Rejects unknown roles with ROLE_NOT_FOUND, which better-auth does not do. A role name with a space counts
 * as unknown: it would bypass the check that users only assign roles up to their own.
 */
export const organizationRoleNames: BetterAuthPlugin = beforeEndpoints(
  'organization-role-names',
  [INVITE, '/organization/update-member-role'],
  async ({ body }) => {
    const named = [body?.role ?? []].flat().flatMap((role) => String(role).split(','));
    const unknown = named.filter((role) => !organizationRoles.some((known) => known === role));
    if (unknown.length > 0)
      throw new APIError('BAD_REQUEST', {
        code: 'ROLE_NOT_FOUND',
        message: `Role not found: ${unknown.join(', ')}. Available: ${organizationRoles.join(', ')}.`,
      });
  },
);

/** Maps failed reads of invitations to FAILED_TO_RETRIEVE_INVITATION, defined but unused by better-auth. */
export const invitationReads: BetterAuthPlugin = {
  id: 'invitation-reads',
  init: ({ adapter }) => ({
    context: {
      adapter: {
        ...adapter,
        findOne: (query) => mapReadError(query.model, () => adapter.findOne(query)),
        findMany: (query) => mapReadError(query.model, () => adapter.findMany(query)),
      } satisfies Adapter,
    },
  }),
};

/**
 * @throws APIError FAILED_TO_RETRIEVE_INVITATION if the read fails; 503 if it may be retried, otherwise 500.
 */
async function mapReadError<Result>(model: string, read: () => Promise<Result>): Promise<Result> {
  if (model !== 'invitation') return read();
  return read().catch((error: unknown) => {
    logger.error({ err: error }, 'invitation not read');
    throw new APIError(isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', {
      code: 'FAILED_TO_RETRIEVE_INVITATION',
      message: 'Failed to retrieve invitation',
    });
  });
}

/** The SQL predicate that selects an organisation (table alias `organization`), by parameter name. */
const PREDICATES: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
  organizationId: (id) => sql`organization.id::text = ${id}`,
  organizationSlug: (slug) => sql`organization.slug = ${slug}`,
  teamId: (id) => sql`organization.id = (select organization_id from teams where id::text = ${id})`,
  invitationId: (id) =>
    sql`organization.id = (select organization_id from invitations where id::text = ${id})`,
};

type Parameters = Record<string, unknown> | undefined;

/**
 * Replaces organisations and teams that the caller is not a member of with nonexistent ones, because
 * better-auth's different errors would reveal that they exist. Invited users are not members yet: they get
 * the id of an invitation by email, and the error says that it is for another address.
 */
export const foreignOrganizations = (tables: Kysely<Tables>): BetterAuthPlugin =>
  beforeEndpoints(
    'foreign-organizations',
    ({ path }) => path?.startsWith('/organization/') === true,
    async ({ path, query, body }) => {
      const { id: userId } = actorOfCall();
      const isForMembers = path === '/organization/cancel-invitation';
      const names = Object.keys(PREDICATES).filter((name) => name !== 'invitationId' || isForMembers);
      const hide = (given: Parameters) => withoutForeign(tables, { userId, names, given });
      return { context: { query: await hide(query), body: await hide(body) } };
    },
  );

async function withoutForeign(
  tables: Kysely<Tables>,
  { userId, names, given }: { userId: string | null; names: readonly string[]; given: Parameters },
): Promise<Parameters> {
  const hidden: Record<string, string> = {};
  for (const name of names) {
    const value = given && Object.hasOwn(given, name) ? given[name] : undefined;
    if (typeof value !== 'string') continue;
    const { rows } = await sql`
      select 1 from organizations as organization join members on members.organization_id = organization.id
      where members.user_id = ${userId} and ${PREDICATES[name]!(value)}`.execute(tables);
    if (rows.length === 0) hidden[name] = newId();
  }
  return given && { ...given, ...hidden };
}
