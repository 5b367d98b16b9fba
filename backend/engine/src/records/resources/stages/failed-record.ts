import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { toApiError } from '../database-errors.ts';
import { knownLabels } from '../query/labels.ts';
import { rowsOfHistory } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';

/** A record of a resource. */
interface RecordOfService {
  readonly service: ResourceService;
  readonly id: string;
}

/** Adds the record to an ApiError; `withLabel` sets its label. Other errors are unchanged. */
export function atRecord(error: unknown, { service, id }: RecordOfService): unknown {
  if (!(error instanceof ApiError) || error.details.record || error.status >= 500) return error;
  const record = { resource: service.resource.name, id, label: id };
  return new ApiError(error.code, { message: error.message, ...error.details, record });
}

/** Runs work on one record; an ApiError that it throws then names the record. */
export async function withRecord<Result>(
  record: RecordOfService,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw atRecord(error, record);
  }
}

/** Adds the record's label, as the actor may read it, to the error. Call it outside of the transaction. */
export async function withLabel(
  error: unknown,
  { service, actor }: { service: ResourceService; actor: Actor },
): Promise<unknown> {
  const record = error instanceof ApiError ? error.details.record : undefined;
  if (!(error instanceof ApiError) || !record) return error;
  const { database, resources } = service;
  const { resource } = service.serviceOf(record.resource);
  const rows = rowsOfHistory(resource, actor);
  const labels = await knownLabels(database, { resource, actor, resources, rows, ids: [record.id] });
  const label = labels.get(record.id) ?? record.id;
  return new ApiError(error.code, { ...error.details, record: { ...record, label } });
}

/**
 * Writes records with as few statements as possible. If a statement violates a constraint, its records are
 * written in halves, until the failing one is found. Without a transaction, there is only one record.
 * @throws ApiError for the violated constraint, with the record.
 */
export async function writeByHalves<Record extends RecordOfService>(
  db: Transaction | undefined,
  {
    records,
    actor,
    write,
  }: { records: readonly Record[]; actor: Actor; write: (some: readonly Record[]) => Promise<void> },
): Promise<void> {
  const [first] = records;
  if (!first) return;
  // A failure of a single record aborts the transaction anyway.
  const isSplittable = db !== undefined && records.length > 1;
  if (isSplittable) await sql`savepoint before_records`.execute(db);
  try {
    await write(records);
    if (isSplittable) await sql`release savepoint before_records`.execute(db);
  } catch (error) {
    const rejection = toApiError(error, { resource: first.service.resource, actor });
    if (!(rejection instanceof ApiError) || rejection.status >= 500) throw rejection;
    if (!isSplittable) throw atRecord(rejection, first);
    await sql`rollback to savepoint before_records`.execute(db);
    const half = Math.ceil(records.length / 2);
    await writeByHalves(db, { records: records.slice(0, half), actor, write });
    await writeByHalves(db, { records: records.slice(half), actor, write });
  }
}
