import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import type { Tables } from '#backend/database/connection.ts';
import { newId } from '#backend/database/id.ts';

/** The SQL condition that selects an organisation, whose table has the alias `organization`, by parameter name. */
const CONDITIONS: Readonly<Record<string, (value: string) => RawBuilder<boolean>>> = {
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
export const foreignOrganizations = (tables: Kysely<Tables>): BetterAuthPlugin => ({
  id: 'foreign-organizations',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path?.startsWith('/organization/') === true,
        handler: createAuthMiddleware(async ({ path, query, body }) => {
          const { id: userId } = actorOfCall();
          const isForMembers = path === '/organization/cancel-invitation';
          const names = Object.keys(CONDITIONS).filter((name) => name !== 'invitationId' || isForMembers);
          const hide = (given: Parameters) => withoutForeign(tables, { userId, names, given });
          return { context: { query: await hide(query), body: await hide(body) } };
        }),
      },
    ],
  },
});

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
      where members.user_id = ${userId} and ${CONDITIONS[name]!(value)}`.execute(tables);
    if (rows.length === 0) hidden[name] = newId();
  }
  return given && { ...given, ...hidden };
}
