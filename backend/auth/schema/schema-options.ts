import type { BetterAuthOptions } from 'better-auth';
import { admin, emailOTP, organization } from 'better-auth/plugins';
import { withOurNames } from './names.ts';

/** What a user may set about themself, kept with the account so that it follows them to other devices. */
export const userFields = {
  onboardedAt: { type: 'date', required: false, input: false },
  language: { type: 'string', required: false },
  theme: { type: 'string', required: false },
} as const;

/**
 * Which session of an admin a session as somebody else was begun from. The reference lets no such session outlive that
 * one, whatever ends it.
 */
export const sessionFields = {
  parentSessionId: {
    type: 'string',
    required: false,
    input: false,
    returned: false,
    references: { model: 'sessions', field: 'id', onDelete: 'cascade' },
  },
} as const;

/** The part of better-auth's options that decides about tables: the same whatever the settings say. */
export const schemaOptions: BetterAuthOptions = withOurNames({
  user: { additionalFields: userFields },
  session: { additionalFields: sessionFields },
  rateLimit: { storage: 'database' },
  plugins: [
    emailOTP({ sendVerificationOTP: async () => {} }),
    admin(),
    organization({ teams: { enabled: true } }),
  ],
});
