import type { EntityManager } from '@mikro-orm/postgresql';
import type { Entities } from '#backend/database/typed-entities.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { Role } from '#contract/schema/index.ts';
import type config from '#resources.config';
import type { RecordJson } from './query/projection.ts';

/** The values of a write as JSON, by field name. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** The entities of the project's config. */
export type ConfigEntities = Entities<typeof config>;

/** What a hook may use: the transaction's EntityManager with the entities of the config, and the acting user. */
export interface WriteContext {
  /** Its changes are flushed as soon as the hook returns, so that the write itself sees them. */
  readonly em: EntityManager;
  /** The entities by resource, typed from the config: `em.find(entities.books, { author })`. */
  readonly entities: ConfigEntities;
  readonly actor: { readonly id: string; readonly role: Role };
}

/**
 * Hooks around a resource's writes, inside the same transaction unless they say otherwise. A hook rejects the write
 * by throwing an ApiError, whose message and field errors are shown in the form: see `runHook`. A hook before a
 * create or an update may return other values than it was given.
 */
export interface ResourceHooks {
  /** Fields that the history records in addition to those of the config entry. */
  readonly extraHistoryFields?: readonly string[];
  beforeCreate?(values: RecordValues, write: WriteContext): Promise<RecordValues | undefined>;
  /** Runs once the creation has been committed. It must not throw: the record exists. */
  afterCreate?(item: RecordJson): Promise<void>;
  beforeUpdate?(
    change: { before: RecordJson; values: RecordValues },
    write: WriteContext,
  ): Promise<RecordValues | undefined>;
  beforeDelete?(before: RecordJson, write: WriteContext): Promise<void>;
}

/** The hooks of the resources that have some, by resource name. */
export type HooksByResource = Readonly<Partial<Record<string, ResourceHooks>>>;

/**
 * Runs a hook and marks an error message of its own as meant for users; the default messages of error codes
 * are meant for API clients: `throw new ApiError('CONFLICT', { message: 'Three loans at most' })`. With a
 * `reason` instead of the message it can be translated: `reason: { key: 'threeLoans', message: 'Three loans
 * at most' }`.
 */
export async function runHook<Result>(
  { em }: Pick<WriteContext, 'em'>,
  hook: () => Promise<Result> | undefined,
): Promise<Result | undefined> {
  try {
    const result = await hook();
    await em.flush();
    return result;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, reason = message === undefined ? undefined : { message } } = error.details;
    throw reason ? new ApiError(error.code, { message: reason.message, ...error.details, reason }) : error;
  }
}
