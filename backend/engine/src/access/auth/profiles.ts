import { languages, themes } from '@bindery/contract/records/init.ts';
import { toText } from '@bindery/contract/schema/fields/conversions.ts';
import { z } from 'zod';
import { requireValid } from '#backend/kernel/http/api-error.ts';

const MAX_LENGTH = 255;

// Characters that names must not contain: control characters, and `<` or `>`, which only serve injection.
const FORBIDDEN_CHARACTERS = /[\p{Cc}<>]/gu;

/** Schema of a name without control characters or `<` and `>`. It is empty without a visible character. */
export const plainText = (max: number) =>
  z
    .string()
    .overwrite(toText)
    .trim()
    .max(max, { abort: true })
    .regex(/^[^\p{Cc}<>]*$/u);

/** The schema of a user's name, which may be empty. */
export const userName = plainText(MAX_LENGTH);
const name = userName.min(1);

const preferences = {
  language: z.enum(languages).nullish(),
  theme: z.enum(themes).nullish(),
  image: z.null().optional(),
};

/** The fields that users may set for themselves. */
export const ownProfile = z.object({ name: name.optional(), ...preferences });

/** The fields that users may set when they sign up with a code. The name may still be empty. */
export const newProfile = ownProfile.extend({ name: userName.optional() });

/**
 * Validates the input and returns it with the parsed values.
 * @throws ApiError INVALID with the errors by field.
 */
export function parseOrThrow<Given extends object>(schema: z.ZodType<object>, given: Given): Given {
  return { ...given, ...requireValid(schema, given) };
}

/** Sanitizes a name from an external source, such as a sign-in provider, instead of rejecting it. */
export function sanitizeName(given: string): string {
  return [...given.replace(FORBIDDEN_CHARACTERS, ' ').trim()].slice(0, MAX_LENGTH).join('').trim();
}
