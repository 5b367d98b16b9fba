import { snakeCase } from '@bindery/contract/schema/names.ts';
import { isExpression } from 'kysely';
import { ActorGone, actorColumns, type StoredActor } from '#backend/access/sessions/stored-actor.ts';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { isUnavailable } from '#backend/database/connection-errors.ts';
import { ApiError, reasonAt } from '#backend/kernel/http/api-error.ts';
import type { Job, JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { logger } from '#backend/logging/logger.ts';
import { once, type Repeatable } from '#backend/records/resources/write/idempotency-key.ts';

/**
 * How often work is restarted after its server has stopped or an hour has passed. It continues from its
 * stored position; an error of the work itself stops it permanently.
 */
export const RETRIES = 1_000;

/** The user has cancelled the job. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/** Another server has continued the work, because this one seemed to have stopped. */
export class Superseded extends Error {
  override name = 'Superseded';
}

interface Ending {
  readonly signal: AbortSignal;
  /** The id of the work and its name in the log. */
  readonly name: string;
  readonly id: string;
}

/**
 * Returns the error that stops the work, for its user; undefined if they have cancelled it.
 * @throws the error itself if the server stops, or cannot reach the database: another server, or its next
 * start, continues.
 */
export function failureOf(error: unknown, { signal, name, id }: Ending): ApiError | undefined {
  if (error instanceof Cancelled) return undefined;
  if (signal.aborted) throw error;
  // The work is restarted: a lock, or a restart of the database, does not last long.
  if (isUnavailable(error) || (error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error;
  const stopped = (key: ActorGone['key']) => new ApiError('FORBIDDEN', reasonAt(name, key));
  if (error instanceof ActorGone) return stopped(error.key);
  if (error instanceof ApiError && error.code === 'FORBIDDEN' && !error.details.record)
    return stopped('errors.actorRights');
  if (error instanceof ApiError && error.status < 500) return error;
  logger.error({ err: error, id }, `${name} failed`);
  return new ApiError('INTERNAL');
}

/** The request that starts work, once with its key, and the work. */
interface Start<Payload extends object> extends Repeatable {
  readonly job: Job<Payload>;
  /** Stores the input of the job; returns its id. */
  readonly begin: (db: Transaction) => Promise<string>;
  readonly payloadOf: (id: string) => Payload;
}

/**
 * Starts work in the background: one transaction stores its input, job and request's key, so that a stopping
 * server leaves all of them or none. Returns the id of the work; for a repeated request the first id.
 * @throws ApiError like `once`; what `begin` throws.
 */
export async function startWork<Payload extends object>(
  { database, queue }: { database: Database; queue: JobQueue },
  { job, begin, payloadOf, ...request }: Start<Payload>,
): Promise<string> {
  await queue.start();
  const { result: id, isRepeated } = await database.kysely.transaction().execute((db) =>
    once(db, request, async () => {
      const started = await begin(db);
      await queue.addWithin(db, job, payloadOf(started));
      return started;
    }),
  );
  if (!isRepeated) await queue.wake(job);
  return id;
}

/** Changes of the row of some work. */
type WorkChange = Readonly<Record<string, unknown>> & {
  readonly id: string;
  /** The states in which the work may be. */
  readonly from?: readonly string[] | undefined;
  /** The position that the work must have. */
  readonly at?: number | undefined;
  readonly actor?: StoredActor | undefined;
};

/**
 * Changes properties of some work, each in the column of its name, if the work is in one of the states and at
 * the position; returns whether it was.
 */
export async function changeWork(
  db: Transaction,
  { table, position }: { table: string; position: string },
  { id, from, at, actor, ...change }: WorkChange,
): Promise<boolean> {
  const columns = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [snakeCase(name), isJson(value) ? JSON.stringify(value) : value]);
  const values = { ...Object.fromEntries(columns), ...(actor && actorColumns(actor)) };
  let query = db.updateTable(table).set(values).where('id', '=', id);
  if (from) query = query.where('state', 'in', from);
  if (at !== undefined) query = query.where(position, '=', at);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}

const isJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !isExpression(value);
