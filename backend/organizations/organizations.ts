import { organization } from 'better-auth/plugins';
import { z } from 'zod';
import { organizationAccess, organizationAccessRoles } from '#backend/auth/access.ts';
import { parseOrThrow, plainText } from '#backend/auth/profiles.ts';
import { currentClient } from '#backend/auth/visitor.ts';
import type { Database } from '#backend/database/connection.ts';
import type { Mailer } from '#backend/mail/mailer.ts';
import { invitationMail } from '#backend/mail/messages.ts';
import { languages } from '#contract/init.ts';
import { OPEN_INVITATIONS } from './guards.ts';

/** How much one user may set going: enough to work with, too little to pester strangers by mail. */
const ORGANIZATIONS_A_PERSON = 10;
const MEMBERS = 100;
const TEAMS = 20;
const INVITATION_DAYS = 7;
/** Characters of what a client of ours may keep with an organisation. */
const METADATA = 10_000;

/** Names stand in mails to users who have never heard of us, so they carry no more than a name. */
const name = plainText(100).min(1);
const described = z.object({
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
const team = z.object({ name: name.optional() });

interface Parts {
  readonly mailer: Mailer;
  readonly read: Database['query'];
}

/** Organisations with teams: their roles are those of the rights table, and invitations go out by mail. */
export function organizations({ mailer, read }: Parts) {
  return organization({
    ac: organizationAccess,
    roles: organizationAccessRoles,
    teams: { enabled: true, maximumTeams: TEAMS, allowRemovingAllTeams: false },
    allowUserToCreateOrganization: ({ emailVerified }) => emailVerified,
    organizationLimit: ORGANIZATIONS_A_PERSON,
    membershipLimit: MEMBERS,
    invitationLimit: OPEN_INVITATIONS,
    invitationExpiresIn: INVITATION_DAYS * 24 * 60 * 60,
    requireEmailVerificationOnInvitation: true,
    sendInvitationEmail: async ({ email, organization: { name }, inviter: { user }, invitation }) => {
      mailer.post(
        invitationMail({
          to: email,
          language: await languageOf(read, email),
          inviter: user,
          organization: name,
          requestedAt: new Date(),
          expiresAt: new Date(invitation.expiresAt),
        }),
      );
    },
    organizationHooks: {
      beforeCreateOrganization: async ({ organization: given }) => ({ data: parseOrThrow(described, given) }),
      beforeUpdateOrganization: async ({ organization: given }) => ({ data: parseOrThrow(described, given) }),
      beforeCreateTeam: async ({ team: given }) => ({ data: parseOrThrow(team, given) }),
      beforeUpdateTeam: async ({ updates }) => ({ data: parseOrThrow(team, updates) }),
    },
  });
}

/** The language that the invited user has chosen, or else that of whoever invites them. */
async function languageOf(read: Database['query'], email: string) {
  const [user] = await read<{ language: string | null }>({
    sql: 'select language from users where email = $1',
    parameters: [email],
  });
  return languages.find((known) => known === user?.language) ?? currentClient().language;
}
