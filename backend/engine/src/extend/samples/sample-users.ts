import type { Role, Roles } from '@bindery/contract/schema/index.ts';
import { sampleAccounts } from '#backend/access/auth/demo-accounts.ts';

/** A sample user. */
export interface SeedUser {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isVerified: boolean;
  readonly isOnboarded: boolean;
}

/** Given names of several languages, of people who do not exist. */
export const GIVEN_NAMES = [
  ...['Amina', 'Juma', 'Zawadi', 'Baraka', 'Neema', 'Salim', 'Rehema', 'Omari', 'Fatuma', 'Hamisi'],
  ...['Claire', 'Julien', 'Margaux', 'Étienne', 'Léa', 'Mathieu', 'Chloé', 'Baptiste', 'Inès', 'Hugo'],
  ...['Layla', 'Yusuf', 'Maryam', 'Khalid', 'Salma', 'Tariq', 'Noura', 'Samir', 'Hana', 'Idris'],
  ...['Alice', 'Thomas', 'Grace', 'Oliver', 'Emma', 'Daniel', 'Ruth', 'Henry', 'Maya', 'Samuel'],
  ...['Sofia', 'Mateo', 'Ingrid', 'Lars', 'Mei', 'Kenji', 'Priya', 'Arjun', 'Ewa'],
];
/** Family names of several languages. */
export const FAMILY_NAMES = [
  ...['Mwangi', 'Moreau', 'Haddad', 'Walker', 'Otieno', 'Lefèvre', 'Mansour'],
  ...['Bennett', 'Kamau', 'Girard', 'Nasser', 'Clarke', 'Mushi', 'Silva'],
];
/**
 * The combinations of both lists repeat only after this many users: the least common multiple of 49 and 14.
 */
const OTHERS = 98;

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();

const other = (index: number, role: Role): SeedUser => {
  const given = GIVEN_NAMES[index % GIVEN_NAMES.length]!;
  const family = FAMILY_NAMES[index % FAMILY_NAMES.length]!;
  return {
    name: `${given} ${family}`,
    email: `${plain(given)}.${plain(family)}@example.com`,
    role,
    isVerified: index % 8 !== 3,
    isOnboarded: index % 8 !== 3 && index % 11 !== 5,
  };
};

/** Returns the sign-in accounts, one of each role, and 98 more users, always the same. */
export const sampleUsers = (roles: Roles): readonly SeedUser[] => [
  ...sampleAccounts(roles).map(({ email, role }) => ({
    name: roles.titles[role] ?? role,
    email,
    role,
    isVerified: true,
    isOnboarded: true,
  })),
  ...Array.from({ length: OTHERS }, (_, index) => other(index, roles.ofNewUsers)),
];
