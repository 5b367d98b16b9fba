import type { BetterAuthOptions } from 'better-auth';
import { admin, emailOTP, organization } from 'better-auth/plugins';
import { withTableNames } from './names.ts';

/** Additional columns of users. Preferences belong to the account, so that they apply on all devices. */
export const userFields = {
  onboardedAt: { type: 'date', required: false, input: false },
  language: { type: 'string', required: false },
  theme: { type: 'string', required: false },
} as const;

/**
 * Additional columns of sessions. An impersonation session references the admin session that started it; the
 * foreign key deletes it with the admin session, whatever ends that.
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

/** The better-auth options that define the tables, independent of the settings. */
export const schemaOptions: BetterAuthOptions = withTableNames({
  user: { additionalFields: userFields },
  session: { additionalFields: sessionFields },
  rateLimit: { storage: 'database' },
  plugins: [
    emailOTP({ sendVerificationOTP: async () => {} }),
    admin(),
    organization({ teams: { enabled: true } }),
  ],
});
