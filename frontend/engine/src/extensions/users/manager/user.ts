import { type ManagerRecord, mayAdminister, productRoles } from '#frontend/manager/resource.ts';
import { currentSession, may } from '#frontend/shell/auth/session.ts';

/** A user as admins see it: the fields of `users` that sign-in decides. */
export interface ManagedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  readonly onboardedAt: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  readonly banExpires: string | null;
  readonly updatedAt: string;
}

/** Returns a record of `users` with the contract's type of a user. */
export const toUser = (item: ManagerRecord): ManagedUser => item as ManagerRecord & ManagedUser;

/** Returns the user's name, or the email address if there is none. */
export const displayNameOf = ({ name, email }: ManagedUser): string => name || email;

/**
 * Returns whether the user is the signed-in admin, who cannot ban, demote, delete or impersonate themselves.
 */
export const isOwnAccount = ({ id }: Pick<ManagedUser, 'id'>): boolean => currentSession()?.user.id === id;

/** Returns whether the user is banned at the given time; an expired ban does not count. */
export const isBanned = (
  { banned, banExpires }: Pick<ManagedUser, 'banned' | 'banExpires'>,
  now?: Date,
): boolean => banned && (banExpires === null || new Date(banExpires) > (now ?? new Date()));

/** The most important facts about an account. */
type AccountStatus = 'banned' | 'notVerified' | 'notOnboarded' | 'active';

/** Returns the status of an account for a list: what prevents a sign-in, otherwise what is missing. */
export function accountStatus(user: ManagedUser): AccountStatus {
  if (isBanned(user)) return 'banned';
  if (!user.emailVerified) return 'notVerified';
  return user.onboardedAt ? 'active' : 'notOnboarded';
}

/** Returns whether the admin may administer the account of another user, beyond changing its record. */
export const isAdministered = (user: Pick<ManagedUser, 'id'> & { readonly role: string }): boolean =>
  !isOwnAccount(user) && may('user', 'update') && mayAdminister(user.role);

/**
 * Returns whether an admin can impersonate the user: not themselves, another administrator, or a banned user.
 */
export const canBeImpersonated = (
  user: Pick<ManagedUser, 'id' | 'banned' | 'banExpires'> & { readonly role: string },
): boolean =>
  !isOwnAccount(user) && !productRoles().administrators.some((role) => role === user.role) && !isBanned(user);
