import type { Column } from './fields/field.ts';

type SignInType = Extract<Column['type'], 'text' | 'boolean' | 'datetime'>;

/**
 * The fields of users that better-auth has columns for, with their types. better-auth writes them with rules
 * of its own; every other field of the entry `users` belongs to the product and has a column of the product.
 */
export const SIGN_IN_FIELDS: Readonly<Record<string, SignInType>> = {
  name: 'text',
  email: 'text',
  emailVerified: 'boolean',
  image: 'text',
  role: 'text',
  banned: 'boolean',
  banReason: 'text',
  banExpires: 'datetime',
  onboardedAt: 'datetime',
  language: 'text',
  theme: 'text',
};

/** Returns whether better-auth has a column for a field of users. */
export const isSignInField = (name: string): boolean => Object.hasOwn(SIGN_IN_FIELDS, name);
