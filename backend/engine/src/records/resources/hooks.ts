import { inspect } from 'node:util';
import type { RegisteredResources } from '@bindery/contract/schema/register.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Author, Changes, HistoryAction } from '#backend/database/history.ts';
import type { Entities } from '#backend/database/typed-entities.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { ApplicationTools } from './app-tools.ts';
import type { RecordJson } from './query/projection.ts';

/** The values of a write as JSON, by field name. */
export type RecordValues = Readonly<Record<string, unknown>>;

/** The entities of the project's config. */
export type ConfigEntities = Entities<RegisteredResources>;

/** The tools of a hook: the transaction's EntityManager with the config's entities, and the acting user. */
export interface WriteContext {
  /** Its changes are flushed as soon as the hook returns, so that the write itself sees them. */
  readonly em: EntityManager;
  /** The entities by resource, typed from the config: `em.find(entities.books, { author })`. */
  readonly entities: ConfigEntities;
  readonly actor: Actor;
  /** Groups the changes of writes that are made together. */
  readonly batch: string | null;
}

/** A write that has been committed. */
export interface CommittedWrite<Item = RecordJson> {
  /** The same for every delivery: it identifies what the event has caused. */
  readonly id: string;
  /** `archive` and `restore` exist with an archive, where `delete` is a permanent deletion. */
  readonly action: HistoryAction;
  readonly recordId: string;
  /** The record with all fields in its current state, also from the archive; null if it is gone. */
  readonly record: Item | null;
  /** The changed fields, references by id: all values after a deletion, none after archiving or restoring. */
  readonly changes: Changes;
  /** The author of the write. */
  readonly author: Author;
  /** Groups the writes that were made together. */
  readonly batch: string | null;
  readonly at: Date;
}

/** The tools of an `afterCommit` hook. */
export interface AfterCommitContext extends ApplicationTools {
  /** Aborts when the server stops or the hook has taken too long; it then runs again. */
  readonly signal: AbortSignal;
}

/**
 * Hooks around a resource's writes, inside the same transaction unless they say otherwise. A hook throws an
 * ApiError to reject the write; forms show its message and field errors: see `runHook`. A hook before a
 * create or an update may return other values than it received.
 */
export interface ResourceHooks {
  /** Fields that the history records in addition to those of the config entry. */
  readonly extraHistoryFields?: readonly string[];
  /** Rejects a creation that is its own request. It does not run for imports, undo and restored records. */
  limitCreations?(write: WriteContext): Promise<void>;
  beforeCreate?(values: RecordValues, write: WriteContext): Promise<RecordValues | undefined>;
  /** Runs once the creation has been committed. It must not throw: the record exists. */
  afterCreate?(item: RecordJson, actor: Actor): Promise<void>;
  beforeUpdate?(
    change: { before: RecordJson; values: RecordValues },
    write: WriteContext,
  ): Promise<RecordValues | undefined>;
  beforeDelete?(before: RecordJson, write: WriteContext): Promise<void>;
  /**
   * Runs in the background once a write has been committed, on any of the servers: at least once, even if a
   * server stops in between, and in the order of the record's writes. If it throws, it runs again later.
   */
  afterCommit?(write: CommittedWrite, context: AfterCommitContext): Promise<void>;
}

/** The hooks of the resources that have some, by resource name. */
export type HooksByResource = Readonly<Partial<Record<string, ResourceHooks>>>;

/**
 * Runs a hook and marks an error message of its own as meant for users; the default messages of error codes
 * are meant for API clients: `throw new ApiError('CONFLICT', { message: 'Three loans at most' })`. A `reason`
 * instead of the message can be translated: `reason: { key: 'loans.tooMany', message: 'Three loans at most'
 * }`. A hook after the commit has no transaction to flush.
 */
export async function runHook<Result>(
  { em }: Partial<Pick<WriteContext, 'em'>>,
  hook: () => Promise<Result> | undefined,
): Promise<Result | undefined> {
  try {
    const result = await hook();
    await em?.flush();
    return result;
  } catch (error) {
    throw withReason(error);
  }
}

/**
 * Marks the message of an error from extension code as meant for users; other errors are unchanged. Anything
 * else thrown, as by `Promise.reject()`, becomes an error: Express would respond 404 after `next(undefined)`.
 */
export function withReason(error: unknown): unknown {
  if (!(error instanceof Error))
    return new Error(`Extension code threw ${inspect(error)}, which is not an Error`, { cause: error });
  if (!(error instanceof ApiError)) return error;
  const { message, reason = message === undefined ? undefined : { message } } = error.details;
  return reason ? new ApiError(error.code, { message: reason.message, ...error.details, reason }) : error;
}
