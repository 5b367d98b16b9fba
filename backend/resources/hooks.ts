import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type { Item } from './query/projection.ts';

/** The values of a write, by field, as JSON. */
export type Values = Readonly<Record<string, unknown>>;

/** What a rule around a write may use: the EntityManager of its transaction, and who writes. */
export interface Write {
  readonly em: EntityManager;
  readonly actor: { readonly id: string; readonly role: Role };
}

/**
 * What a resource wants done or refused around its writes, inside the same transaction. A rule refuses by throwing an
 * ApiError, whose message, and whose errors by field, reach the form: see `ruled`. Before a create or an update it may
 * return other values than it was given.
 */
export interface Rules {
  /** What the history tells beside the fields of the entry. */
  readonly alsoInHistory?: readonly string[];
  beforeCreate?(values: Values, write: Write): Promise<Values | undefined>;
  beforeUpdate?(change: { before: Item; values: Values }, write: Write): Promise<Values | undefined>;
  beforeDelete?(before: Item, write: Write): Promise<void>;
}

/** The rules of the resources that have some. */
export type RulesOf = Readonly<Partial<Record<string, Rules>>>;

/**
 * Runs a rule. What it says in a message of its own is meant for users, while the messages of codes are for whoever
 * reads the API: `throw new ApiError('CONFLICT', { message: 'Three loans at most' })`. With a `reason` in place of the
 * message it can be translated: `reason: { key: 'threeLoans', message: 'Three loans at most' }`.
 */
export async function ruled<Result>(rule: () => Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await rule();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, reason = message === undefined ? undefined : { message } } = error.details;
    throw reason ? new ApiError(error.code, { message: reason.message, ...error.details, reason }) : error;
  }
}
