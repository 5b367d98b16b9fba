import { sql } from 'kysely';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { claimFiles } from '#backend/records/resources/files/claim-files.ts';
import type { RecordValues, WriteContext } from '#backend/records/resources/hooks.ts';
import { defaults, newRow } from '#backend/records/resources/operations/create.ts';
import { toApiError } from '#backend/records/resources/operations/database-errors.ts';
import { prepareValues } from '#backend/records/resources/operations/prepare-values.ts';
import { requireWritten } from '#backend/records/resources/operations/require-written.ts';
import { updateWithin } from '#backend/records/resources/operations/update.ts';
import {
  kyselyOf,
  readerOf,
  type Writer,
  withTransaction,
} from '#backend/records/resources/operations/write.ts';
import { WriteCheck } from '#backend/records/resources/operations/write-check.ts';
import { writeJoins } from '#backend/records/resources/operations/write-joins.ts';
import { type CheckedRecord, type RowErrors, rejection } from './checked-record.ts';
import type { ImportPlan } from './plan.ts';

/** What was written of a batch. */
export interface Written {
  readonly created: number;
  readonly updated: number;
  /** The records that a hook or the database has refused. */
  readonly refused: readonly (CheckedRecord & { errors: RowErrors })[];
}

/**
 * Creates and updates a batch of records inside a transaction. New records are inserted by one statement; if that is
 * refused, one by one, to find out which of them is wrong.
 */
export async function writeRecords(
  writing: WriteContext,
  { plan, records }: { plan: ImportPlan; records: readonly CheckedRecord[] },
): Promise<Written> {
  const refused: (CheckedRecord & { errors: RowErrors })[] = [];
  const attempt = async (batch: readonly CheckedRecord[], write: () => Promise<void>): Promise<boolean> => {
    const error = await withSavepoint(writing, write);
    if (error === undefined) return true;
    const [only, ...others] = batch;
    if (only && others.length === 0) refused.push({ ...only, errors: errorsOf(plan, error) });
    return false;
  };
  const added = records.filter(({ target }) => target === undefined);
  const changed = records.filter(({ target }) => target !== undefined);
  let created = added.length;
  if (
    added.length > 0 &&
    !(await attempt(added.length > 1 ? added : [], () => insert(writing, { plan, added })))
  ) {
    created = 0;
    for (const record of added)
      if (await attempt([record], () => insert(writing, { plan, added: [record] }))) created++;
  }
  let updated = 0;
  for (const record of changed) {
    const { values, target } = record;
    const { service } = plan;
    const update = async () => {
      await updateWithin(writing, { service, id: target!, values, ifMatch: undefined });
    };
    if (await attempt([record], update)) updated++;
  }
  return { created, updated, refused };
}

async function insert(
  writing: WriteContext,
  { plan, added }: { plan: ImportPlan; added: readonly CheckedRecord[] },
): Promise<void> {
  const { service, actor } = plan;
  const { resource } = service;
  const db = kyselyOf(writing);
  const rows: (ReturnType<typeof newRow> & { readonly values: RecordValues })[] = [];
  const check = new WriteCheck({ service, actor, read: readerOf(db) });
  const all = added.map((record) => ({ ...defaults({ service, actor }), ...record.values }));
  await check.load(all.map((values) => ({ values })));
  for (const given of all) {
    const values = await prepareValues(writing, { service, check, values: given });
    rows.push({ ...newRow({ service, actor, batch: writing.batch }, values), values });
  }
  await claimFiles(writing, { service, records: rows });
  await db
    .insertInto(resource.table)
    .values(rows.map(({ record }) => record))
    .execute();
  const records = rows.map(({ record, values }) => ({ id: String(record.id), values }));
  await writeJoins(db, { resource, records });
  await db
    .insertInto('history')
    .values(rows.map(({ entry }) => entry))
    .execute();
  const ids = rows.map(({ record }) => String(record.id));
  await requireWritten(db, { service, actor, action: 'create', ids });
  const events = rows.flatMap(({ event }) => event || []);
  if (events.length > 0) await db.insertInto('write_events').values(events).execute();
}

/** Ends the transaction of a rehearsal. */
class RolledBack extends Error {
  override name = 'RolledBack';
}

/** Writes records in a transaction that is rolled back; returns those that the rules or the database refuse. */
export async function rehearse(
  writer: Writer,
  { plan, records }: { plan: ImportPlan; records: readonly CheckedRecord[] },
): Promise<Written['refused']> {
  if (records.length === 0) return [];
  let refused: Written['refused'] = [];
  try {
    await withTransaction(writer, async (writing) => {
      ({ refused } = await writeRecords(writing, { plan, records }));
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return refused;
}

/** Runs a write so that its failure leaves the transaction as it was; returns the error. */
async function withSavepoint(writing: WriteContext, write: () => Promise<void>): Promise<unknown> {
  const db = kyselyOf(writing);
  await sql`savepoint import_record`.execute(db);
  try {
    await write();
    await sql`release savepoint import_record`.execute(db);
    return undefined;
  } catch (error) {
    await sql`rollback to savepoint import_record`.execute(db);
    // What the EntityManager knows of the records may be of writes that are undone.
    writing.em.clear();
    return error ?? new Error('Unknown error');
  }
}

/** @throws what is no error of the record, such as a lost connection. */
function errorsOf({ service, actor }: ImportPlan, error: unknown): RowErrors {
  const meaning = toApiError(error, { resource: service.resource, viewer: actor });
  if (!(meaning instanceof ApiError) || meaning.status >= 500) throw error;
  const { errors } = meaning.details;
  if (errors) return Object.fromEntries(Object.entries(errors).map(([name, all]) => [name, [...all]]));
  return { record: [rejection('record', meaning)] };
}
