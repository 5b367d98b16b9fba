import type { Zod } from '@bindery/contract/schema/fields/field.ts';
import {
  any,
  array,
  boolean,
  config,
  custom,
  email,
  enum as enumOf,
  int,
  iso,
  literal,
  NEVER,
  null as nullOf,
  number,
  object,
  preprocess,
  strictObject,
  string,
  union,
  unknown,
  url,
  uuid,
  ZodString,
} from 'zod';

// The content security policy forbids compiling schemas to functions.
config({ jitless: true });

/**
 * The part of zod that field schemas use: the whole namespace, with its messages in all languages, has 75
 * KiB.
 */
export const zod: Zod = {
  any,
  array,
  boolean,
  custom,
  email,
  enum: enumOf,
  int,
  iso,
  literal,
  NEVER,
  null: nullOf,
  number,
  object,
  preprocess,
  strictObject,
  string,
  union,
  unknown,
  url,
  uuid,
  ZodString,
};
