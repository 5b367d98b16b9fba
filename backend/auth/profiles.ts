import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { languages, themes } from '#contract/init.ts';
import { fieldError, fieldErrors } from '#contract/validation.ts';

const LONGEST = 255;
const FURTHEST_BAN = 100 * 365 * 24 * 60 * 60;

// Control characters have no place in a name, and `<` or `>` only where somebody tries to do harm.
const FOREIGN = /[\p{Cc}<>]/gu;

/** A name, of whatever: it may be empty unless more is said. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { abort: true })
    .regex(/^[^\p{Cc}<>]*$/u);

const mayBeEmpty = plainText(LONGEST);
const name = mayBeEmpty.min(1);

const preferences = {
  language: z.enum(languages).nullish(),
  theme: z.enum(themes).nullish(),
  image: z.null().optional(),
};
const reason = z.string().trim().max(LONGEST).nullish();
const moment = z
  .union([z.iso.datetime(), z.date()])
  .nullish()
  .transform((at) => (at ? new Date(at) : at));

/** What users may say about themselves: when they sign up, and later. */
export const ownProfile = z.object({ name: name.optional(), ...preferences });

/** The same of somebody who signs up by code, who need not have a name yet. */
export const newProfile = ownProfile.extend({ name: mayBeEmpty.optional() });

/** What admins may say about anybody. What else a row carries is not for them either; roles have rules of their own. */
export const anyProfile = z.strictObject({
  ...preferences,
  name: mayBeEmpty.optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  role: z.unknown().optional(),
  banned: z.boolean().nullish(),
  banReason: reason,
  banExpires: moment,
});

/** A ban as better-auth's client gives it. */
export const banByClient = z.object({
  banReason: reason,
  banExpiresIn: z.number().int().min(1).max(FURTHEST_BAN).optional(),
});

/**
 * What was given, as it is to be kept.
 *
 * @throws ApiError INVALID with the errors by field.
 */
export function parseOrThrow<Given extends object>(schema: z.ZodType<object>, given: Given): Given {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error) throw new ApiError('INVALID', { errors: fieldErrors(error.issues) });
  return { ...given, ...data };
}

/**
 * Refuses a password, which nobody has here: kept for nothing, it could only be stolen.
 *
 * @throws ApiError INVALID where there is one.
 */
export function refusePassword(given: object): void {
  if (!('password' in given)) return;
  const error = fieldError('password', 'errors.unknown', { field: 'password' });
  throw new ApiError('INVALID', { errors: { password: [error] } });
}

/** A name that somebody else has given for a user, as a provider does: it is made to fit, and never refused. */
export function sanitizeName(given: string): string {
  return [...given.replace(FOREIGN, ' ').trim()].slice(0, LONGEST).join('').trim();
}
