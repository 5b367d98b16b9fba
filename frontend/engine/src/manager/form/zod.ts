import { config } from 'zod';

/*
 * The part of zod that field schemas use: the whole namespace, with its messages in all languages, has 75
 * KiB.
 */
export {
  any,
  array,
  boolean,
  custom,
  email,
  enum,
  int,
  iso,
  literal,
  NEVER,
  null,
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
