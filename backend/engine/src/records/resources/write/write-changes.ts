import { sql } from 'kysely';
import type { Changes, HistoryAction, RecordChange } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireTimeLeft } from '#backend/kernel/http/request-context.ts';
import { atRecord, withRecord, writeByHalves } from '../bulk/failed-record.ts';
import { inChunks } from '../bulk/read-records.ts';
import { claimFiles } from '../files/claim-files.ts';
import { type RecordValues, runHook, type WriteContext } from '../hooks.ts';
import { applyConditions } from '../operations/apply-conditions.ts';
import { deletedValues, lockForDeletion } from '../operations/apply-deletion-effects.ts';
import { isViolation } from '../operations/database-errors.ts';
import { defaults } from '../operations/defaults.ts';
import { checkIfMatch } from '../operations/etag.ts';
import { keepHidden } from '../operations/keep-hidden.ts';
import type { StoredKey } from '../operations/once.ts';
import { findCycle, lockTree } from '../operations/own-ancestor.ts';
import { changedFields } from '../operations/recorded-values.ts';
import { findOutside } from '../operations/require-scope.ts';
import { findUnwritable } from '../operations/require-written.ts';
import { recordChanges, runWrite, withTransaction } from '../operations/write.ts';
import { WriteCheck } from '../operations/write-check.ts';
import { writeJoins } from '../operations/write-joins.ts';
import type { DatabaseRow, RecordJson } from '../query/projection.ts';
import { isLimited } from '../query/rights.ts';
import type { Rows } from '../query/scope.ts';
import type { ResourceService } from '../resource-service.ts';
import { deleteRows, deletionPortions } from './delete-rows.ts';
import { insertAgain, insertionPortions } from './insert-again.ts';
import { autocommitSession, sessionWithin, type WriteSession } from './session.ts';
import { changedRows, toColumns } from './statements.ts';
import { HOOKS, writeRules } from './write-rules.ts';

/** A change of one record. */
export interface Change {
  readonly service: ResourceService;
  readonly action: HistoryAction;
  /** The id of the record; a new record gets one. */
  readonly id?: string | undefined;
  /** The given values; none unless the record is created or updated. */
  readonly values: RecordValues;
  /** The state of the record that the caller has read, as an If-Match header. */
  readonly ifMatch?: string | undefined;
  /** The rows to find the record in; `live` by default. */
  readonly rows?: Rows;
  /** Set for a deleted record that is inserted again with the values that it had. */
  readonly again?: { readonly createdAt?: string | undefined };
  /** Whether the change follows from another one, so that the rules for what users do do not apply. */
  readonly isConsequence?: boolean;
}

/** Changes that are made together, all or none of them. */
export interface Write {
  readonly changes: readonly Change[];
  /** Whether `limitCreations` applies: imports and undo are not limited. */
  readonly isLimited?: boolean;
  /** Whether the caller has locked the records, and checked that the actor may reach them. */
  readonly isLocked?: boolean;
  /**
   * Whether all hooks of a portion run before its rows are written. Else a hook sees the records before, which takes a
   * statement for each of them: too many for an import.
   */
  readonly isTogether?: boolean;
  /** Whether errors name the record at fault. */
  readonly namesRecords?: boolean;
  /** Whether to return the record, if there is only one. */
  readonly answers?: boolean;
  /** The idempotency key of a new record, which its statement stores; in a transaction, `within` does. */
  readonly key?: StoredKey | undefined;
}

/** A write, and what surrounds it. */
interface WholeWrite extends Write {
  /** The resources whose number of records it may change. */
  readonly counted: Iterable<string>;
  /** Runs the write in a transaction, if it needs one: it may do something before and after it. */
  readonly within?: (writing: WriteContext, run: () => Promise<Written>) => Promise<Written>;
}

/** What a write has changed. */
export interface Written {
  /** The changes as the history has them; none for a record whose values were the same before. */
  readonly changes: readonly RecordChange[];
  /** The record as the actor sees it, as far as the write itself can tell. */
  readonly answer?: RecordJson | undefined;
}

/**
 * Thrown in a session without a transaction where a write turns out to need one: a record has changed between its read and
 * its write, constraints empty a field with a join table, or another request has the same key.
 */
export class NeedsTransaction extends Error {
  override name = 'NeedsTransaction';
}

/** A change in progress. */
interface Draft {
  readonly change: Change;
  readonly service: ResourceService;
  readonly id: string;
  /** The record before the change, with all of its fields; undefined for a new record. */
  readonly before?: RecordJson;
  /** The record before the change as the actor sees it. */
  readonly seen?: RecordJson;
  /** The version of the row that was read without a lock. */
  readonly version?: string | undefined;
  readonly values: RecordValues;
  /** What changes, for the history. */
  readonly changes: Changes;
}

/**
 * Writes changes as one write of an actor, in the session that it needs: mostly two statements, one that reads and one that
 * writes. Where hooks, rows, joins, files, trees or other records take part, and where a record has changed between the two
 * statements, they are a transaction with a lock.
 *
 * @throws ApiError what `writeChanges` throws; errors of the database by field; API_KEY_READ_ONLY.
 */
export async function write(
  service: ResourceService,
  actor: Actor,
  { counted, within = (_writing, run) => run(), ...write }: WholeWrite,
): Promise<Written> {
  const writer = { service, actor };
  const rules = writeRules(service, actor);
  const needsTransaction =
    write.changes.length > 1 ||
    (write.key && !rules.storesAnswers) ||
    write.changes.some(({ action, values }) => rules.needsTransaction(action, values));
  const run = async (): Promise<Written> => {
    try {
      if (!needsTransaction) return await writeChanges(autocommitSession(service, actor), write);
    } catch (error) {
      if (!isWorthALock(error, write)) throw error;
    }
    return withTransaction(writer, (writing) =>
      within(writing, () => writeChanges(sessionWithin(writing), { ...write, key: undefined })),
    );
  };
  return runWrite(writer, { counted, write: run });
}

/** Returns whether a write that has failed is repeated with a lock. */
function isWorthALock(error: unknown, { key }: Write): boolean {
  if (error instanceof NeedsTransaction) return true;
  // What is refused now may have been answered already to the same request.
  return key !== undefined && (error instanceof ApiError ? error.status < 500 : isViolation(error));
}

/**
 * Writes changes of records with their history. The order of a write stands here and nowhere else: create, update, delete,
 * archive and restore, one record or thousands of them, bulk writes, imports, undo and custom endpoints hand their changes
 * to this function. Where a resource has a hook, its records are written one after the other, so that the hook sees those
 * before.
 *
 * @throws ApiError for the first change that is refused; NeedsTransaction in a session without a transaction.
 */
export async function writeChanges(session: WriteSession, write: Write): Promise<Written> {
  const made: Made = { changes: [], unrecorded: [], gone: new Set() };
  const checks: Checks = new Map();
  let answer: RecordJson | undefined;
  if (!write.isLocked && session.isTransaction) await lock(session, write);
  for (const [index, portion] of (await portionsOf(session, write)).entries()) {
    if (index > 0) await requireTimeLeft();
    const given = withDefaults(session, portion).filter(({ id }) => !made.gone.has(id));
    if (given.length === 0) continue;
    const found = await findRecords(session, { drafts: given, write });
    const prepared = await prepare(session, { drafts: found, write, checks });
    const changed = prepared.filter(hasChanged);
    let row: DatabaseRow | undefined;
    await byHalves(session, { drafts: changed, write }, async (some) => {
      await claim(session, some);
      row = await writeRows(session, { drafts: some, write, made });
      await writeReferences(session, some);
    });
    await checkRows(session, { drafts: changed, write });
    if (write.answers) answer = await answerOf(session, { draft: prepared[0]!, row });
    if (session.isTransaction && portion.some(hasHook)) session.transaction.em.clear();
  }
  await checkTrees(session, write);
  await record(session, { write, made });
  return { changes: made.changes, answer };
}

/** Takes the locks in the one order of all writes: trees, then the records. */
async function lock({ transaction, db }: WriteSession, { changes }: Write): Promise<void> {
  for (const [service, some] of Map.groupBy(changes, (change) => change.service)) {
    const { resources, resource } = service;
    const updates = some.filter(({ action }) => action === 'update');
    if (updates.length > 0)
      await lockTree(transaction, { service, values: updates.map(({ values }) => values) });
    const idsOf = (actions: readonly HistoryAction[]) =>
      some.flatMap(({ action, id }) => (id !== undefined && actions.includes(action) ? id : []));
    const deleted = idsOf(['delete']);
    if (deleted.length > 0) await lockForDeletion({ db, resources, resource: resource.name, ids: deleted });
    const others = idsOf(['update', 'archive', 'restore']);
    if (others.length > 0)
      await sql`select 1 from ${sql.table(resource.table)} where id = any(${others}::uuid[])
        order by id for update`.execute(db);
  }
}

/** Returns the changes by what is written together. */
async function portionsOf(
  session: WriteSession,
  { changes, isTogether }: Write,
): Promise<readonly (readonly Change[])[]> {
  const [first] = changes;
  if (!first || changes.length === 1) return first ? [changes] : [];
  if (first.again) return insertionPortions(changes);
  if (first.action === 'delete') return deletionPortions(session, changes);
  return inChunks(changes, !isTogether && changes.some(hasHook) ? 1 : undefined);
}

/** Returns whether a hook runs before a change. A reference that changes with another record is no update of its own. */
const hasHook = ({ service, action, isConsequence }: Change): boolean =>
  service.hooks[HOOKS[action]] !== undefined && !(isConsequence && action === 'update');

/** Defaults: the values that the server sets itself in new records. */
function withDefaults(session: WriteSession, changes: readonly Change[]): Draft[] {
  return changes.map((change) => {
    const { service, action, id = newId(), again } = change;
    const { actor } = session;
    const isSet = action === 'create' && !again && writeRules(service, actor).hasDefaults;
    const values = isSet ? { ...defaults({ service, actor }), ...change.values } : change.values;
    return { change, service, id, values, changes: {} };
  });
}

/**
 * Rows: the records as they are before the change, which must be those that the actor may change, and in the state that
 * the caller has read. Updates keep the references that the actor may not see.
 */
async function findRecords(session: WriteSession, { drafts, write }: Step): Promise<readonly Draft[]> {
  const { change, service } = drafts[0]!;
  if (change.action === 'create') return drafts;
  const records = await readRecords(session, { drafts, write });
  const found = drafts.map((draft): Draft => {
    const record = records.get(draft.id);
    if (!record)
      throw write.isLocked ? atRecord(new ApiError('NOT_FOUND'), draft) : new ApiError('NOT_FOUND');
    return { ...draft, ...record };
  });
  if (!write.isLocked && session.isTransaction) await requireInRows(session, found);
  for (const {
    seen,
    change: { ifMatch },
  } of found)
    if (seen) checkIfMatch(ifMatch, { current: seen, resource: service.resource });
  const { actor } = session;
  if (change.action !== 'update' || change.isConsequence || !writeRules(service, actor).hidesReferences)
    return found;
  const kept = await keepHidden(
    { service, actor, query: session.read },
    found.map(({ before = {}, values }) => ({ before, values })),
  );
  return found.map((draft, index) => ({ ...draft, values: kept[index]! }));
}

type Found = Pick<Draft, 'before' | 'seen' | 'version'>;

/** Reads records with all their fields and, for a caller who has not locked them, as the actor sees them: in one flush. */
async function readRecords(session: WriteSession, { drafts, write }: Step): Promise<Map<string, Found>> {
  const { change, service } = drafts[0]!;
  const ids = drafts.map(({ id }) => id);
  const read = async (view: ReturnType<ResourceService['projection']>) => {
    // PostgreSQL plans for any number of ids otherwise, which takes it five times as long.
    const [only] = ids.length === 1 ? ids : [];
    const statement = view.compile(
      { key: `to change ${only !== undefined}`, parameters: [only ?? ids] },
      (select) =>
        select
          .select(sql<string>`record.xmin::text`.as(VERSION))
          .where(sql.ref('record.id'), '=', only ?? sql`any(${ids}::uuid[])`),
    );
    const rows = await session.read<DatabaseRow>(statement);
    return new Map(
      rows.map((row) => [String(row.id), { item: view.toJson(row), version: String(row[VERSION]) }]),
    );
  };
  const own = service.projection(session.actor, change.rows ?? 'live');
  const isSeen = !write.isLocked;
  const [seen, whole] = await Promise.all([
    isSeen ? read(own) : undefined,
    isSeen && own.hidesNothing ? undefined : read(service.projection(APPLICATION)),
  ]);
  const found = new Map<string, Found>();
  for (const [id, { item, version }] of seen ?? whole ?? []) {
    const all = whole ? whole.get(id) : { item, version };
    if (!all) continue;
    if (!session.isTransaction && all.version !== version) throw new NeedsTransaction();
    found.set(id, {
      before: all.item,
      ...(seen && { seen: item }),
      ...(!session.isTransaction && { version }),
    });
  }
  return found;
}

/** The name of the version beside the fields of a record, none of which has a space in its name. */
const VERSION = 'row version';

/** @throws ApiError FORBIDDEN for a record that the actor may read, but not change */
async function requireInRows({ db, actor }: WriteSession, drafts: readonly Draft[]): Promise<void> {
  const { change, service } = drafts[0]!;
  const action = change.action === 'archive' ? 'delete' : change.action;
  const ids = drafts.map(({ id }) => id);
  const outside = await findOutside(db, { service, actor, action, rows: change.rows ?? 'live', ids });
  if (outside) throw new ApiError(outside.code);
}

interface Step {
  readonly drafts: readonly Draft[];
  readonly write: Write;
}

/**
 * Targets and rows, hooks, constraints: checks what the caller gives before a hook can tell of it, runs the hook, and
 * checks what the hook has made of it.
 */
async function prepare(
  session: WriteSession,
  { drafts, write, checks }: Step & { readonly checks: Checks },
): Promise<readonly Draft[]> {
  if (write.isLimited) await drafts[0]!.service.hooks.limitCreations?.(session.transaction);
  const prepared: Draft[] = [];
  for (const draft of drafts) {
    const check = await checkFor(session, { draft, write, checks });
    const work = () => prepareOne(session, { draft, check });
    prepared.push(write.namesRecords ? await withRecord(draft, work) : await work());
  }
  return prepared;
}

/** The checks of a write, by resource: each remembers what it has read. */
type Checks = Map<ResourceService, WriteCheck>;

/** Returns the check of references and rows that a change needs; it has read the targets of all changes at once. */
async function checkFor(
  { actor, read }: WriteSession,
  { draft: { change, service }, write, checks }: { draft: Draft; write: Write; checks: Checks },
): Promise<WriteCheck | undefined> {
  const { action, isConsequence } = change;
  if ((action !== 'create' && action !== 'update') || isConsequence) return undefined;
  if (!writeRules(service, actor).checks[action]) return undefined;
  const known = checks.get(service);
  if (known) return known;
  const pending = write.changes.flatMap(({ id, again }) => (again && id !== undefined ? id : []));
  const check = new WriteCheck({ service, actor, read }, { pending });
  checks.set(service, check);
  const own = write.changes.filter((one) => one.service === service && !one.again);
  if (own.length > 1) await check.load(own);
  return check;
}

async function prepareOne(
  session: WriteSession,
  { draft, check }: { draft: Draft; check: WriteCheck | undefined },
): Promise<Draft> {
  const { change, service, before, values: given } = draft;
  const { resource } = service;
  // A record that is inserted again may have the references that it had.
  const known = change.again && { known: given };
  await check?.require({ before, values: given, ...known });
  const hooked = hasHook(change) ? await callHook(session, draft) : undefined;
  switch (change.action) {
    case 'delete':
      return { ...draft, changes: deletedValues(resource, before!) };
    case 'archive':
    case 'restore':
      return draft;
    default: {
      const isWhole =
        change.again || change.isConsequence || !writeRules(service, session.actor).hasConditions;
      const made = hooked ?? given;
      const values = isWhole ? made : applyConditions(resource, { ...(before && { before }), values: made });
      if (hooked) await check?.require({ before, values, ...known });
      return { ...draft, values, changes: changedFields(resource, { before: before ?? {}, after: values }) };
    }
  }
}

/** Runs the hook before a change; returns the values that it has made of the given ones. */
async function callHook(
  { transaction }: WriteSession,
  { change, service: { hooks }, before, values }: Draft,
): Promise<RecordValues | undefined> {
  switch (change.action) {
    case 'create':
      return runHook(transaction, () => hooks.beforeCreate?.(values, transaction));
    case 'update':
      return runHook(transaction, () => hooks.beforeUpdate?.({ before: before!, values }, transaction));
    case 'restore':
      // The record keeps its values, whatever the hook returns.
      await runHook(transaction, () => hooks.beforeCreate?.(before!, transaction));
      return undefined;
    default:
      await runHook(transaction, () => hooks.beforeDelete?.(before!, transaction));
      return undefined;
  }
}

/** Returns whether there is something to write; of an update, only the values that differ. */
const hasChanged = ({ change, changes }: Draft): boolean =>
  change.action !== 'update' || Object.keys(changes).length > 0;

/** Files: those that the values name become attached to the records. */
async function claim(session: WriteSession, drafts: readonly Draft[]): Promise<void> {
  const [first] = drafts;
  if (!first || first.change.again || writeRules(first.service, session.actor).uploads.length === 0) return;
  const isNew = first.change.action === 'create';
  const records = drafts.map((draft) => ({ ...(!isNew && { id: draft.id }), values: writtenValues(draft) }));
  if (session.isTransaction) await claimFiles(session.transaction, { service: first.service, records });
}

/** Returns the values of a draft that are written: of an update, those that differ; none unless it has values. */
function writtenValues({ change: { action }, values, changes }: Draft): RecordValues {
  if (action === 'create') return values;
  if (action !== 'update') return {};
  return Object.fromEntries(Object.keys(changes).map((name) => [name, values[name]]));
}

/** What a write has done so far. */
interface Made {
  readonly changes: RecordChange[];
  /** Those of the changes whose rows were written without their history. */
  readonly unrecorded: RecordChange[];
  /** The ids of records that were deleted, also with others. */
  readonly gone: Set<string>;
}

/**
 * Does work on records that are written together. Where the error of a constraint has to name the record, the work is
 * repeated with halves of them until that one is found.
 */
async function byHalves(
  session: WriteSession,
  { drafts, write }: Step,
  work: (some: readonly Draft[]) => Promise<void>,
): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  const { actor, isTransaction } = session;
  const { needsTransaction, reachesOthers } = writeRules(first.service, actor);
  if (!isTransaction && needsTransaction(first.change.action, writtenValues(first)))
    throw new NeedsTransaction();
  // A deletion that reaches others finds the record itself.
  const isSplit = write.namesRecords && !(first.change.action === 'delete' && reachesOthers);
  if (!isSplit) return work(drafts);
  await writeByHalves(isTransaction ? session.db : undefined, {
    records: drafts,
    viewer: actor,
    write: work,
  });
}

/** The rows, with their history and events in the same statement where they change no others. Returns a single one. */
async function writeRows(
  session: WriteSession,
  { drafts, write, made }: Step & { readonly made: Made },
): Promise<DatabaseRow | undefined> {
  const [first] = drafts;
  if (!first) return undefined;
  const { change, service } = first;
  if (change.again || (change.action === 'delete' && writeRules(service, session.actor).reachesOthers)) {
    const changes = change.again
      ? await insertAgain(session, drafts)
      : await deleteRows(session, { service, drafts });
    for (const { action, record } of changes) if (action === 'delete') made.gone.add(record);
    made.unrecorded.push(...changes);
    made.changes.push(...changes);
    return undefined;
  }
  let row: DatabaseRow | undefined;
  const sameColumns = Map.groupBy(drafts, (draft) => Object.keys(writtenValues(draft)).sort().join());
  for (const some of sameColumns.values()) row = await writeAlike(session, { drafts: some, write });
  for (const { id, changes } of drafts)
    made.changes.push({ resource: service.resource.name, record: id, action: change.action, changes });
  return row;
}

/** Writes rows of which the same columns change; returns one of them as the actor sees it. */
async function writeAlike(session: WriteSession, { drafts, write }: Step): Promise<DatabaseRow | undefined> {
  const { change, service } = drafts[0]!;
  const { action } = change;
  const { actor, batch } = session;
  const rules = writeRules(service, actor);
  const columns = drafts.map((draft) => toColumns(service.resource, { values: writtenValues(draft), rules }));
  const rows = drafts.map(({ id, version, changes }, index) => ({
    id,
    version,
    changes,
    row: columns[index]!,
  }));
  const view = service.projection(actor);
  const { source, ...parts } = changedRows({ service, actor, batch, action, rows, key: write.key });
  const isAnswered = write.answers && rules.answersAtOnce[action];
  const statement = isAnswered
    ? view.compileFrom(parts, source)
    : view.statements.compile({ key: `${parts.key} id`, parameters: parts.before ?? [] }, () => {
        const { db, table } = source();
        return db.selectFrom(table).select(sql.ref('id').as('id'));
      });
  const written = await session.run<DatabaseRow>(statement);
  if (written.length < rows.length) throw new NeedsTransaction();
  return isAnswered ? written[0] : undefined;
}

/** Joins: the references of fields that have several. */
async function writeReferences(session: WriteSession, drafts: readonly Draft[]): Promise<void> {
  const [first] = drafts;
  if (!first || first.change.again || !['create', 'update'].includes(first.change.action)) return;
  if (writeRules(first.service, session.actor).joins.length === 0) return;
  const records = drafts.map((draft) => ({ id: draft.id, values: writtenValues(draft) }));
  if (session.isTransaction) await writeJoins(session.db, { resource: first.service.resource, records });
}

/**
 * Rows again: the records must still be ones that the actor may write, so that no user gives a record away or takes one of
 * others.
 */
async function checkRows(session: WriteSession, { drafts, write }: Step): Promise<void> {
  const judged = drafts.filter(({ change: { isConsequence } }) => !isConsequence);
  for (const [service, some] of Map.groupBy(judged, (draft) => draft.service)) {
    const { action } = some[0]!.change;
    const { actor } = session;
    if ((action !== 'create' && action !== 'update') || !isLimited(actor, service.resource, action)) continue;
    const unwritable = await findUnwritable(session.db, {
      ...{ service, actor, action },
      ids: some.map(({ id }) => id),
      ...(action === 'update' && {
        changed: [...new Set(some.flatMap(({ changes }) => Object.keys(changes)))],
      }),
    });
    if (!unwritable) continue;
    const { id, error } = unwritable;
    throw write.namesRecords ? atRecord(error, { service, id }) : error;
  }
}

/** Trees: no record may become its own ancestor. Only the result counts, so records may also change places. */
async function checkTrees(session: WriteSession, { changes, namesRecords }: Write): Promise<void> {
  if (!session.isTransaction) return;
  const moved = changes.filter(({ action, again }) => action === 'update' || again);
  for (const [service, some] of Map.groupBy(moved, (change) => change.service)) {
    if (writeRules(service, session.actor).selfReferences.length === 0) continue;
    const ids = some.flatMap(({ id }) => id ?? []);
    const cycle = await findCycle(session.db, { resource: service.resource, ids });
    if (cycle) throw namesRecords ? atRecord(cycle.error, { service, id: cycle.id }) : cycle.error;
  }
}

/** History and events of the changes whose statements have not added them. */
async function record(session: WriteSession, { write, made }: { write: Write; made: Made }): Promise<void> {
  const changes = merged(made.unrecorded);
  if (changes.length === 0) return;
  // What a deletion changes with it is one batch.
  const batch = session.batch ?? (changes.length > 1 ? newId() : null);
  await recordChanges(session.transaction, { service: write.changes[0]!.service, changes, batch });
}

/**
 * Merges the changes of a record that lost a reference and was deleted later, or lost several, so that the
 * history has one entry for it.
 */
function merged(all: readonly RecordChange[]): RecordChange[] {
  const byRecord = new Map<string, RecordChange>();
  for (const change of all) {
    const known = byRecord.get(change.record);
    const earlier = known?.action === 'update' ? known.changes : {};
    const later = Object.entries(change.changes).map(([name, { before, after }]) => [
      name,
      { before: earlier[name] ? earlier[name].before : before, after },
    ]);
    byRecord.set(change.record, { ...change, changes: { ...earlier, ...Object.fromEntries(later) } });
  }
  return [...byRecord.values()];
}

/** Returns the record as the actor sees it after the write. */
async function answerOf(
  session: WriteSession,
  { draft, row }: { draft: Draft; row: DatabaseRow | undefined },
): Promise<RecordJson | undefined> {
  const { change, service, id, seen } = draft;
  const view = service.projection(session.actor);
  if (row) return view.toJson(row);
  if (change.action === 'update' && !hasChanged(draft)) return seen;
  if (change.action !== 'create') return undefined;
  const select = view.selectFrom({ db: service.database.kysely, table: service.resource.table });
  const [found] = await session.read<DatabaseRow>(select.where(sql.ref('record.id'), '=', id));
  return found && view.toJson(found);
}
