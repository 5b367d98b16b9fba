import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type { RecordJson } from './query/projection.ts';

/** The values of a write, by field, as JSON. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** What a rule around a write may use: the EntityManager of its transaction, and who writes. */
export interface WriteContext {
  readonly em: EntityManager;
  readonly actor: { readonly id: string; readonly role: Role };
}

/**
 * What a resource wants done or refused around its writes, inside the same transaction. A rule refuses by throwing an
 * ApiError, whose message, and whose errors by field, reach the form: see `ruled`. Before a create or an update it may
 * return other values than it was given.
 */
export interface ResourceHooks {
  /** What the history tells beside the fields of the entry. */
  readonly extraHistoryFields?: readonly string[];
  beforeCreate?(values: RecordValues, write: WriteContext): Promise<RecordValues | undefined>;
  beforeUpdate?(
    change: { before: RecordJson; values: RecordValues },
    write: WriteContext,
  ): Promise<RecordValues | undefined>;
  beforeDelete?(before: RecordJson, write: WriteContext): Promise<void>;
}

/** The rules of the resources that have some. */
export type HooksByResource = Readonly<Partial<Record<string, ResourceHooks>>>;

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
