import type { Role, Roles } from '@bindery/contract/schema/index.ts';

/** The seeded admin. */
export const SAMPLE_ADMIN = 'admin@example.com';
/** The seeded user without admin rights. */
export const SAMPLE_USER = 'user@example.com';

/** Returns the seeded accounts that can sign in, in a demo the only ones: admin, user, one per other role. */
export const sampleAccounts = ({
  names,
  administrators,
  ofNewUsers,
}: Roles): { email: string; role: Role }[] => [
  { email: SAMPLE_ADMIN, role: administrators[0] },
  { email: SAMPLE_USER, role: ofNewUsers },
  ...names
    .filter((role) => role !== administrators[0] && role !== ofNewUsers)
    .map((role) => ({ email: `${role.toLowerCase()}@example.com`, role })),
];
