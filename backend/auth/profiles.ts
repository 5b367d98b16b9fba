import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { languages, themes } from '#contract/init.ts';
import { fieldError, fieldErrors } from '#contract/validation.ts';

const MAX_LENGTH = 255;
const MAX_BAN_SECONDS = 100 * 365 * 24 * 60 * 60;

// Characters that names must not contain: control characters, and `<` or `>`, which only serve injection.
const FORBIDDEN_CHARACTERS = /[\p{Cc}<>]/gu;

/** Schema of a name without control characters or `<` and `>`. It may be empty. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { abort: true })
    .regex(/^[^\p{Cc}<>]*$/u);

const mayBeEmpty = plainText(MAX_LENGTH);
const name = mayBeEmpty.min(1);

const preferences = {
  language: z.enum(languages).nullish(),
  theme: z.enum(themes).nullish(),
  image: z.null().optional(),
};
const reason = z.string().trim().max(MAX_LENGTH).nullish();
const moment = z
  .union([z.iso.datetime(), z.date()])
  .nullish()
  .transform((at) => (at ? new Date(at) : at));

/** The fields that users may set for themselves. */
export const ownProfile = z.object({ name: name.optional(), ...preferences });

/** The fields that users may set when they sign up by code. The name may still be empty. */
export const newProfile = ownProfile.extend({ name: mayBeEmpty.optional() });

/** The fields that admins may set for any user; all others are rejected. Roles are validated separately. */
export const profileInput = z.strictObject({
  ...preferences,
  name: mayBeEmpty.optional(),
  email: z.string().optional(),
  emailVerified: z.boolean().optional(),
  role: z.unknown().optional(),
  banned: z.boolean().nullish(),
  banReason: reason,
  banExpires: moment,
});

/** A ban in the format of better-auth's client. */
export const banInput = z.object({
  banReason: reason,
  banExpiresIn: z.number().int().min(1).max(MAX_BAN_SECONDS).optional(),
});

/**
 * Validates the input and returns it with the parsed values.
 *
 * @throws ApiError INVALID with the errors by field.
 */
export function parseOrThrow<Given extends object>(schema: z.ZodType<object>, given: Given): Given {
  const { data, error } = schema.safeParse(given, { reportInput: true });
  if (error) throw new ApiError('INVALID', { errors: fieldErrors(error.issues) });
  return { ...given, ...data };
}

/**
 * Rejects a password, so that none is ever stored: users sign in without.
 *
 * @throws ApiError INVALID if the input has a password.
 */
export function refusePassword(given: object): void {
  if (!('password' in given)) return;
  const error = fieldError('password', 'errors.unknown', { field: 'password' });
  throw new ApiError('INVALID', { errors: { password: [error] } });
}

/** Sanitizes a name from an external source, such as a sign-in provider, instead of rejecting it. */
export function sanitizeName(given: string): string {
  return [...given.replace(FORBIDDEN_CHARACTERS, ' ').trim()].slice(0, MAX_LENGTH).join('').trim();
}
