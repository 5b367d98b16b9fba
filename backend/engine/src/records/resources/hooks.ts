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

/** What a hook may use: the transaction's EntityManager with the entities of the config, and the acting user. */
export interface WriteContext {
  /** Its changes are flushed as soon as the hook returns, so that the write itself sees them. */
  readonly em: EntityManager;
  /** The entities by resource, typed from the config: `em.find(entities.books, { author })`. */
  readonly entities: ConfigEntities;
  readonly actor: Actor;
  /** What the history entries of writes that are made together share. */
  readonly batch: string | null;
}

/** A write that has been committed. */
export interface CommittedWrite<Item = RecordJson> {
  /** The same each time that it is delivered: what it has caused can be recognized by it. */
  readonly id: string;
  /** `archive` and `restore` are those of a resource with an archive, where `delete` is a deletion for good. */
  readonly action: HistoryAction;
  readonly recordId: string;
  /** The record with all of its fields, as it is now, also from the archive; null if it no longer exists. */
  readonly record: Item | null;
  /** The fields that changed, references by id: after a deletion, all values; none where it was archived or restored. */
  readonly changes: Changes;
  /** Who wrote. */
  readonly author: Author;
  /** What the writes that were made together share. */
  readonly batch: string | null;
  readonly at: Date;
}

/** What an `afterCommit` hook may use. */
export interface AfterCommitContext extends ApplicationTools {
  /** Aborts when the server stops or the hook has taken too long; it then runs again. */
  readonly signal: AbortSignal;
}

/**
 * Hooks around a resource's writes, inside the same transaction unless they say otherwise. A hook rejects the write
 * by throwing an ApiError, whose message and field errors are shown in the form: see `runHook`. A hook before a
 * create or an update may return other values than it was given.
 */
export interface ResourceHooks {
  /** Fields that the history records in addition to those of the config entry. */
  readonly extraHistoryFields?: readonly string[];
  /** Refuses a creation by a request of its own. It does not run for imports, undo and restored records. */
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
   * Runs in the background once a write has been committed, on any of the servers: at least once, also if a server
   * ends in between, and in the order of the record's writes. If it throws, it runs again later.
   */
  afterCommit?(write: CommittedWrite, context: AfterCommitContext): Promise<void>;
}

/** The hooks of the resources that have some, by resource name. */
export type HooksByResource = Readonly<Partial<Record<string, ResourceHooks>>>;

/**
 * Runs a hook and marks an error message of its own as meant for users; the default messages of error codes
 * are meant for API clients: `throw new ApiError('CONFLICT', { message: 'Three loans at most' })`. With a
 * `reason` instead of the message it can be translated: `reason: { key: 'loans.tooMany', message: 'Three loans
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
    throw withReason(error);
  }
}

/** Returns an error of own code with its message as one for users too; errors of other kinds as they are. */
export function withReason(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { message, reason = message === undefined ? undefined : { message } } = error.details;
  return reason ? new ApiError(error.code, { message: reason.message, ...error.details, reason }) : error;
}
