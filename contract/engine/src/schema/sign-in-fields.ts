import type { Column } from './fields/field.ts';

type SignInType = Extract<Column['type'], 'text' | 'boolean' | 'datetime'>;

/**
 * The fields of users that sign-in itself has columns for, with the types of these. Sign-in writes them by rules of its
 * own; every other field of the entry `users` is one of the product, with a column of the product's own.
 */
export const SIGN_IN_FIELDS: Readonly<Record<string, SignInType>> = {
  ...{ name: 'text', email: 'text', emailVerified: 'boolean', image: 'text', role: 'text' },
  ...{ banned: 'boolean', banReason: 'text', banExpires: 'datetime' },
  ...{ onboardedAt: 'datetime', language: 'text', theme: 'text' },
};

/** Returns whether sign-in has a column for a field of users. */
export const isSignInField = (name: string): boolean => Object.hasOwn(SIGN_IN_FIELDS, name);
