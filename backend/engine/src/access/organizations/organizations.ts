import { organization } from 'better-auth/plugins';
import { z } from 'zod';
import { organizationAccess, organizationAccessRoles } from '#backend/access/auth/better-auth-plugins.ts';
import { parseOrThrow, plainText } from '#backend/access/auth/profiles.ts';
import type { Query } from '#backend/database/query.ts';
import { languageOfUser } from '#backend/kernel/mail/language-of-user.ts';
import type { Mailer } from '#backend/kernel/mail/mailer.ts';
import { invitationMail } from '#backend/kernel/mail/messages.ts';
import { OPEN_INVITATIONS } from './write-hooks.ts';

/** Maximum organisations per user, and members and teams per organisation; low enough to prevent spam. */
const ORGANIZATIONS_PER_USER = 10;
const MEMBERS = 100;
const TEAMS = 20;
const INVITATION_DAYS = 7;
/** Maximum length of an organisation's metadata as JSON. */
const METADATA = 10_000;

/** Names appear in emails to strangers, so they must not contain markup. */
const name = plainText(100).min(1);
const organizationSchema = z.object({
  name: name.optional(),
  slug: z
    .string()
    .max(60, { abort: true })
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .optional(),
  logo: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullish(),
  metadata: z
    .unknown()
    .refine((given) => JSON.stringify(given ?? null).length <= METADATA)
    .optional(),
});
const checkOrganization = async <Given extends object>({ organization: given }: { organization: Given }) => ({
  data: parseOrThrow(organizationSchema, given),
});
const teamSchema = z.object({ name: name.optional() });

/** Returns better-auth's organisation plugin: teams, roles from the rights table, invitations by email. */
export function organizations(mailer: Mailer, query: Query) {
  return organization({
    ac: organizationAccess,
    roles: organizationAccessRoles,
    teams: { enabled: true, maximumTeams: TEAMS, allowRemovingAllTeams: false },
    allowUserToCreateOrganization: ({ emailVerified }) => emailVerified,
    organizationLimit: ORGANIZATIONS_PER_USER,
    membershipLimit: MEMBERS,
    invitationLimit: OPEN_INVITATIONS,
    invitationExpiresIn: INVITATION_DAYS * 24 * 60 * 60,
    requireEmailVerificationOnInvitation: true,
    sendInvitationEmail: async ({ email, organization: { name }, inviter: { user }, invitation }) => {
      mailer.post(
        invitationMail({
          to: email,
          language: await languageOfUser(query, email),
          inviter: user,
          organization: name,
          requestedAt: new Date(),
          expiresAt: new Date(invitation.expiresAt),
        }),
      );
    },
    organizationHooks: {
      beforeCreateOrganization: checkOrganization,
      beforeUpdateOrganization: checkOrganization,
      beforeCreateTeam: async ({ team: given }) => ({ data: parseOrThrow(teamSchema, given) }),
      beforeUpdateTeam: async ({ updates }) => ({ data: parseOrThrow(teamSchema, updates) }),
    },
  });
}
