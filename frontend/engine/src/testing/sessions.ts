import type { CurrentSession } from '@bindery/contract/records/init.ts';

/** Returns the session of a user with some rights. */
export const sessionWith = (rights: CurrentSession['rights']): CurrentSession => ({
  id: 'session',
  expiresAt: '2027-01-31T12:00:00.000Z',
  user: {
    id: 'user',
    email: 'reader@example.com',
    emailVerified: true,
    name: 'Reader',
    role: 'user',
    onboardedAt: '2026-01-31T12:00:00.000Z',
    language: null,
    theme: null,
  },
  rights,
  impersonatedBy: null,
  impersonatorName: null,
});
