import { newId } from '#backend/database/id.ts';
import { type Actor, isReadOnly } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { isViolation, toApiError } from '../database-errors.ts';
import { deletedValues } from '../deletion/apply-deletion-effects.ts';
import { type RecordValues, runHook } from '../hooks.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { applyFieldRules } from '../stages/apply-field-rules.ts';
import { claimFiles } from '../stages/claim-files.ts';
import { defaults } from '../stages/defaults.ts';
import { withLabel, withRecord, writeByHalves } from '../stages/failed-record.ts';
import { inChunks, readRecords } from '../stages/read-records.ts';
import { changedFields } from '../stages/recorded-values.ts';
import { WriteCheck } from '../stages/write-check.ts';
import { type WriteConnection, type Writer, withTransaction } from '../stages/write-connection.ts';
import { writeJoins } from '../stages/write-joins.ts';
import { checkRows, checkTrees, recordHistory } from './after-rows.ts';
import {
  type Change,
  type Draft,
  NeedsTransaction,
  type Step,
  type Write,
  type WriteResults,
  type WriteStep,
  type Written,
} from './change.ts';
import { deleteRows, deletionPortions } from './delete-rows.ts';
import { findRecords, isWhole, lock } from './find-records.ts';
import { insertAgain, insertionPortions } from './insert-again.ts';
import { recordForHook } from './not-computable.ts';
import { writeRows } from './write-rows.ts';
import { hasHook, writeRules } from './write-rules.ts';

/** A write with its surroundings. */
interface WholeWrite extends Write {
  /** Runs the write in a transaction, if it needs one: it may do something before and after it. */
  readonly within?: (connection: WriteConnection, run: () => Promise<Written>) => Promise<Written>;
}

/**
 * Writes changes as one write of an actor, in the connection that it needs: mostly two statements, one that
 * reads and one that writes. If hooks, rows, joins, files, trees or other records take part, or if a record
 * has changed between the two statements, they are a transaction with a lock.
 * @throws ApiError what `writeChanges` throws; errors of the database by field; API_KEY_READ_ONLY.
 */
export async function write(
  service: ResourceService,
  actor: Actor,
  { within = (_writing, run) => run(), ...write }: WholeWrite,
): Promise<Written> {
  const writer = { service, actor };
  const rules = writeRules(service, actor);
  const needsTransaction =
    write.changes.length > 1 ||
    (write.key && !rules.storesResponses) ||
    write.changes.some(({ action, values }) => rules.needsTransaction(action, values));
  const counted = write.changes.flatMap(({ service: its, action }) => writeRules(its, actor).counted[action]);
  const run = async (): Promise<Written> => {
    try {
      if (!needsTransaction) return await writeChanges(autocommitConnection(service, actor), write);
    } catch (error) {
      if (!mustRetryWithLock(error, write)) throw error;
    }
    return withTransaction(writer, (connection) =>
      within(connection, () => writeChanges(connection, { ...write, key: undefined })),
    );
  };
  return runWrite(writer, { counted, write: run });
}

/**
 * Runs a write; afterwards drops the cached counts of the resources whose number of records it may change.
 * @throws ApiError for violated database constraints; API_KEY_READ_ONLY for a user with a read-only key.
 */
export async function runWrite<Result>(
  { service, actor }: Writer,
  { counted, write }: { counted: Iterable<string>; write: () => Promise<Result> },
): Promise<Result> {
  if (isReadOnly(actor)) throw new ApiError('API_KEY_READ_ONLY');
  try {
    return await write();
  } catch (error) {
    const rejection = toApiError(error, { resource: service.resource, actor });
    throw await withLabel(rejection, { service, actor });
  } finally {
    // Also after an error: if the connection was lost, it is unknown whether the commit succeeded.
    for (const resource of counted) service.counts.drop(resource);
    if (service.events.resources.size > 0) service.events.wake();
  }
}

/** Returns whether a failed write is repeated with a lock. */
function mustRetryWithLock(error: unknown, { key }: Write): boolean {
  if (error instanceof NeedsTransaction) return true;
  // The same request may already have got the response that is rejected now.
  return key !== undefined && (error instanceof ApiError ? error.status < 500 : isViolation(error));
}

/**
 * Writes changes of records with their history. Only this function defines the order of a write: create,
 * update, delete, archive and restore, one record or thousands of them, bulk writes, imports, undo and custom
 * endpoints pass their changes to it. If a resource has a hook, its records are written one after the other,
 * so that the hook sees the earlier ones.
 * @throws ApiError for the first rejected change; NeedsTransaction in a connection without a transaction.
 */
export async function writeChanges(connection: WriteConnection, write: Write): Promise<Written> {
  const results: WriteResults = { recorded: [], unstored: [], gone: new Set() };
  const checks: Checks = new Map();
  let written: RecordJson | undefined;
  if (!write.isLocked && connection.isTransaction) await lock(connection, write.changes);
  for (const [index, portion] of (await portionsOf(connection, write)).entries()) {
    if (index > 0) await requireTimeLeft();
    const given = withDefaults(connection, portion).filter(({ id }) => !results.gone.has(id));
    const [first] = given;
    if (!first) continue;
    const { change } = first;
    await limit(connection, { change, write });
    const found =
      change.action === 'create' ? given : await findRecords(connection, { drafts: given, write });
    const prepared = await prepare(connection, { drafts: found, write, checks });
    const changed = prepared.filter(hasChanged);
    const record = await writeDrafts(connection, { drafts: changed, write, results });
    if (connection.isTransaction) await checkRows(connection, { drafts: changed, write });
    const [draft] = prepared;
    if (write.returnsRecord && draft) written = record ?? (await recordAfter(connection, draft));
    if (connection.isTransaction && portion.some(hasHook)) connection.transaction.em.clear();
  }
  if (connection.isTransaction) {
    await checkTrees(connection, write);
    await recordHistory(connection, { write, results });
  }
  return { recorded: results.recorded, record: written };
}

/** Groups the changes by what is written together. */
async function portionsOf(
  connection: WriteConnection,
  { changes, isTogether }: Write,
): Promise<readonly (readonly Change[])[]> {
  const [first] = changes;
  if (!first || changes.length === 1) return first ? [changes] : [];
  if (first.again) return insertionPortions(changes);
  if (first.action === 'delete') return deletionPortions(connection, changes);
  return inChunks(changes, !isTogether && changes.some(hasHook) ? 1 : undefined);
}

/** Defaults: the values that the server sets itself in new records. */
function withDefaults(connection: WriteConnection, changes: readonly Change[]): Draft[] {
  return changes.map((change) => {
    const { service, action, id = newId(), again } = change;
    const { actor } = connection;
    const isSet = action === 'create' && !again && writeRules(service, actor).hasDefaults;
    const values = isSet ? { ...defaults({ service, actor }), ...change.values } : change.values;
    return { change, service, id, values, changedValues: {} };
  });
}

/** Limits: whether the actor may create another record. */
async function limit(
  connection: WriteConnection,
  { change: { service }, write }: { change: Change; write: Write },
): Promise<void> {
  const { limitCreations } = service.hooks;
  if (!write.isLimited || !limitCreations) return;
  await runHook(connection.transaction, () => limitCreations(connection.transaction));
}

/**
 * Targets and rows, hooks, constraints: checks the given values before a hook can reveal anything, runs the
 * hook, and checks the hook's result.
 */
async function prepare(
  connection: WriteConnection,
  { drafts, write, checks }: Step & { readonly checks: Checks },
): Promise<readonly Draft[]> {
  const prepared: Draft[] = [];
  for (const draft of drafts) {
    const check = await checkFor(connection, { draft, write, checks });
    const work = () => prepareOne(connection, { draft, check });
    prepared.push(write.namesRecords ? await withRecord(draft, work) : await work());
  }
  return prepared;
}

/** The checks of a write, by resource: each caches what it has read. */
type Checks = Map<ResourceService, WriteCheck>;

/** Returns the check of a change's references and rows, after reading all changes' targets at once. */
async function checkFor(
  connection: WriteConnection,
  { draft: { change, service }, write, checks }: { draft: Draft; write: Write; checks: Checks },
): Promise<WriteCheck | undefined> {
  const { actor } = connection;
  const { action, isConsequence } = change;
  if ((action !== 'create' && action !== 'update') || isConsequence) return undefined;
  if (!writeRules(service, actor).checks[action]) return undefined;
  const known = checks.get(service);
  if (known) return known;
  const pending = write.changes.flatMap(({ id, again }) => (again && id !== undefined ? id : []));
  const check = new WriteCheck({ service, actor, reading: connection }, { pending });
  checks.set(service, check);
  const own = write.changes.filter((one) => one.service === service && !one.again);
  if (own.length > 1) await check.load(own);
  return check;
}

async function prepareOne(
  connection: WriteConnection,
  { draft, check }: { draft: Draft; check: WriteCheck | undefined },
): Promise<Draft> {
  const { change, service, before, values: given } = draft;
  const { resource } = service;
  // A record that is inserted again may have its former references.
  const known = change.again && { known: given };
  await check?.require({ before, values: given, ...known });
  const hooked = hasHook(change) ? await callHook(connection, draft) : undefined;
  switch (change.action) {
    case 'delete':
      return { ...draft, values: {}, changedValues: deletedValues(resource, before!) };
    case 'archive':
    case 'restore':
      return { ...draft, values: {} };
    default: {
      const isWhole =
        change.again || change.isConsequence || !writeRules(service, connection.actor).hasFieldRules;
      const wanted = hooked ?? given;
      const all = isWhole ? wanted : applyFieldRules(resource, { ...(before && { before }), values: wanted });
      if (hooked) await check?.require({ before, values: all, ...known });
      const changedValues = changedFields(resource, { before: before ?? {}, after: all });
      const values = before ? pick(all, Object.keys(changedValues)) : all;
      return { ...draft, values, changedValues };
    }
  }
}

/** Runs the hook before a change; returns its result for the given values. */
async function callHook(
  { transaction }: WriteConnection,
  { change, service: { hooks, resource }, before, values }: Draft,
): Promise<RecordValues | undefined> {
  const record = () => recordForHook(resource, before!);
  switch (change.action) {
    case 'create':
      return runHook(transaction, () => hooks.beforeCreate?.(values, transaction));
    case 'update':
      return runHook(transaction, () => hooks.beforeUpdate?.({ before: record(), values }, transaction));
    case 'restore':
      // The record keeps its values, whatever the hook returns.
      await runHook(transaction, () => hooks.beforeCreate?.(before!, transaction));
      return undefined;
    default:
      await runHook(transaction, () => hooks.beforeDelete?.(record(), transaction));
      return undefined;
  }
}

/** Returns some of the values. */
const pick = (values: RecordValues, names: readonly string[]): RecordValues =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** Returns whether there is something to write; for an update, only the values that differ. */
const hasChanged = ({ change, changedValues }: Draft): boolean =>
  change.action !== 'update' || Object.keys(changedValues).length > 0;

/**
 * Writes drafts together; returns a single one as `writeRows` does. If the error of a constraint must name
 * the record, this is repeated with halves of them until that record is found.
 */
async function writeDrafts(connection: WriteConnection, step: WriteStep): Promise<RecordJson | undefined> {
  const { drafts, write } = step;
  const [first] = drafts;
  if (!first) return undefined;
  const { actor, isTransaction } = connection;
  const { action } = first.change;
  const { needsTransaction, reachesOthers } = writeRules(first.service, actor);
  if (!isTransaction && drafts.some(({ values }) => needsTransaction(action, values)))
    throw new NeedsTransaction();
  // A deletion that reaches others finds the record itself.
  if (!write.namesRecords || (action === 'delete' && reachesOthers)) return writeTogether(connection, step);
  let record: RecordJson | undefined;
  await writeByHalves(isTransaction ? connection.db : undefined, {
    records: drafts,
    actor,
    write: async (some) => {
      record = await writeTogether(connection, { ...step, drafts: some });
    },
  });
  return record;
}

/**
 * Files, the row, joins: attaches the files in the values, writes rows with their history and events, and the
 * references of fields that have several. Deletions with effects, and records that are inserted again, write
 * several tables at once.
 */
async function writeTogether(
  connection: WriteConnection,
  { drafts, write, results }: WriteStep,
): Promise<RecordJson | undefined> {
  const { change, service } = drafts[0]!;
  const { uploads, joins, reachesOthers } = writeRules(service, connection.actor);
  if (change.again || (change.action === 'delete' && reachesOthers)) {
    const recorded = change.again
      ? await insertAgain(connection, drafts)
      : await deleteRows(connection, { service, drafts });
    for (const { action, record } of recorded) if (action === 'delete') results.gone.add(record);
    results.unstored.push(...recorded);
    results.recorded.push(...recorded);
    return undefined;
  }
  const { isTransaction } = connection;
  if (isTransaction && uploads.length > 0) await claimFiles(connection, { service, records: drafts });
  const record = await writeRows(connection, { drafts, write, results });
  if (isTransaction && joins.length > 0)
    await writeJoins(connection.db, { resource: service.resource, records: drafts });
  return record;
}

/**
 * Returns the record as the actor sees it after a write whose statement has not returned it; undefined if it
 * must be read after the commit.
 */
async function recordAfter(connection: WriteConnection, draft: Draft): Promise<RecordJson | undefined> {
  const { change, service, id, seen } = draft;
  const projection = service.projection(connection.actor);
  if (change.action === 'update' && !hasChanged(draft))
    return seen && isWhole(seen, projection) ? seen : undefined;
  if (change.action !== 'create') return undefined;
  return (await readRecords(connection, { projection, ids: [id] })).get(id);
}

/** Returns a connection without a transaction: reads share connections with other requests. */
function autocommitConnection(service: ResourceService, actor: Actor): WriteConnection {
  const { database, resource } = service;
  const reject = (): never => {
    throw new Error(`This write of ${resource.name} needs a transaction.`);
  };
  return {
    actor,
    batch: null,
    isTransaction: false,
    get transaction() {
      return reject();
    },
    get db() {
      return reject();
    },
    kysely: database.kysely,
    query: (statement) => service.query(statement, 'pipelined'),
    run: (statement) => database.execute({ ...statement, table: resource.table }),
  };
}
