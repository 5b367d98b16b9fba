import { fieldError } from '@bindery/contract/records/validation.ts';
import { ActorGone } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { isUnavailable } from '#backend/database/connection-errors.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import type { Job } from '#backend/kernel/jobs/job.ts';
import type { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { logger } from '#backend/logging/logger.ts';
import { once } from '#backend/records/resources/stages/once.ts';

/**
 * How often work is started again after its server has ended or an hour is over: it goes on from where it was, and every
 * error of its own ends it for good.
 */
export const RETRIES = 1_000;

/** Says that the user wants a job to end. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/** Says that another server has gone on with the work, because this one seemed to have ended. */
export class Superseded extends Error {
  override name = 'Superseded';
}

interface Ending {
  readonly signal: AbortSignal;
  /** What the error of the actor is about, and what the log names. */
  readonly name: string;
  readonly id: string;
}

/**
 * Returns the error that ends work, for its user; undefined where they have cancelled it.
 *
 * @throws the error itself where the server stops, or cannot reach the database: another one, or its next start, goes on.
 */
export function failureOf(error: unknown, { signal, name, id }: Ending): ApiError | undefined {
  if (error instanceof Cancelled) return undefined;
  if (signal.aborted) throw error;
  // It is started again: a lock that somebody holds, or a database that restarts, is not for long.
  if (isUnavailable(error) || (error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error;
  const stopped = (key: ActorGone['key']) => {
    const reason = fieldError(name, key);
    return new ApiError('FORBIDDEN', { message: reason.message, errors: { [name]: [reason] } });
  };
  if (error instanceof ActorGone) return stopped(error.key);
  if (error instanceof ApiError && error.code === 'FORBIDDEN' && !error.details.record)
    return stopped('errors.actorRights');
  if (error instanceof ApiError && error.status < 500) return error;
  logger.error({ err: error, id }, `${name} failed`);
  return new ApiError('INTERNAL');
}

interface Start<Payload extends object> {
  readonly actor: UserActor;
  /** The Idempotency-Key header, with which the work is started once. */
  readonly key: string | undefined;
  /** What tells the request from another with the same key. */
  readonly request: readonly string[];
  readonly job: Job<Payload>;
  /** Stores what the job works on; returns the id of that. */
  readonly begin: (db: Transaction) => Promise<string>;
  readonly payloadOf: (id: string) => Payload;
}

/**
 * Starts work in the background: what it works on, its job and the key of the request are stored in one transaction, so that
 * a server which ends leaves all of them or none. Returns the id of the work, of a repeated request the first one.
 *
 * @throws ApiError like `once`; what `begin` throws.
 */
export async function startWork<Payload extends object>(
  { database, queue }: { database: Database; queue: JobQueue },
  { actor, key, request, job, begin, payloadOf }: Start<Payload>,
): Promise<string> {
  await queue.start();
  const { answer: id, isRepeated } = await database.kysely.transaction().execute((db) =>
    once(db, { actor, key, request }, async () => {
      const started = await begin(db);
      await queue.addWithin(db, job, payloadOf(started));
      return started;
    }),
  );
  if (!isRepeated) await queue.wake(job);
  return id;
}
