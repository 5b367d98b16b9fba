import { sql } from 'kysely';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { toApiError } from '#backend/records/resources/database-errors.ts';
import { type WriteConnection, withTransaction } from '#backend/records/resources/stages/write-connection.ts';
import { writeChanges } from '#backend/records/resources/write/write-changes.ts';
import { type CheckedRecord, type RowErrors, rejection } from './checked-record.ts';
import type { ImportPlan } from './plan.ts';

/** The result of writing a batch. */
export interface WrittenBatch {
  readonly created: number;
  readonly updated: number;
  /** The records that the check, a hook or the database has rejected. */
  readonly rejected: readonly CheckedRecord[];
}

/** A batch of checked records. */
interface Batch {
  readonly plan: ImportPlan;
  readonly records: readonly CheckedRecord[];
}

/**
 * Creates and updates the valid records of a batch inside a transaction. New records are inserted with one
 * statement; if that is rejected, one by one, to find out which of them is invalid.
 */
export async function writeRecords(
  connection: WriteConnection,
  { plan, records }: Batch,
): Promise<WrittenBatch> {
  const isValid = ({ errors }: CheckedRecord) => Object.keys(errors).length === 0;
  const rejected = records.filter((record) => !isValid(record));
  const attempt = async (batch: readonly CheckedRecord[], write: () => Promise<void>): Promise<boolean> => {
    const error = await withSavepoint(connection, write);
    if (error === undefined) return true;
    const [only, ...others] = batch;
    if (only && others.length === 0) rejected.push({ ...only, errors: errorsOf(plan, error) });
    return false;
  };
  const { service } = plan;
  const insert = async (added: readonly CheckedRecord[]) => {
    await writeChanges(connection, {
      changes: added.map(({ values }) => ({ service, action: 'create', values })),
      isTogether: true,
    });
  };
  const valid = records.filter(isValid);
  const added = valid.filter(({ target }) => target === undefined);
  const changed = valid.filter(({ target }) => target !== undefined);
  let created = added.length;
  if (added.length > 0 && !(await attempt(added.length > 1 ? added : [], () => insert(added)))) {
    created = 0;
    for (const record of added) if (await attempt([record], () => insert([record]))) created++;
  }
  let updated = 0;
  for (const record of changed) {
    const { values, target } = record;
    const update = async () => {
      await writeChanges(connection, { changes: [{ service, action: 'update', id: target, values }] });
    };
    if (await attempt([record], update)) updated++;
  }
  return { created, updated, rejected };
}

/** Aborts the transaction of a rehearsal. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/** Writes a batch of an import in a transaction that is rolled back. */
export async function rehearse(importId: string, { plan, records }: Batch): Promise<WrittenBatch> {
  let written: WrittenBatch | undefined;
  try {
    await withTransaction({ ...plan, batch: importId }, async (connection) => {
      written = await writeRecords(connection, { plan, records });
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return written!;
}

/** Runs a write so that its failure does not affect the transaction; returns the error. */
async function withSavepoint(connection: WriteConnection, write: () => Promise<void>): Promise<unknown> {
  const { db } = connection;
  await sql`savepoint import_record`.execute(db);
  try {
    await write();
    await sql`release savepoint import_record`.execute(db);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint import_record`.execute(db);
    // The EntityManager may know states of records from undone writes.
    connection.transaction.em.clear();
    return error ?? new Error('Unknown error');
  }
}

/** @throws errors that do not concern the record, such as a lost connection. */
function errorsOf({ service, actor }: ImportPlan, error: unknown): RowErrors {
  const meaning = toApiError(error, { resource: service.resource, actor });
  if (!(meaning instanceof ApiError) || meaning.status >= 500) throw error;
  const { errors } = meaning.details;
  if (errors) return Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, [...all]]));
  return { record: [rejection('record', meaning)] };
}
