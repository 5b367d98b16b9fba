import type { AllResources, Resource } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { Changes, RecordChange } from '#backend/database/history.ts';
import { readingIn, runPrepared } from '#backend/database/query.ts';
import { timeAfter } from '#backend/database/time.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { createProjection, type RecordJson, type ShownFields } from '../query/projection.ts';
import { oneOf } from '../query/sql-fragment.ts';
import { lockRecords, readRecords } from '../stages/read-records.ts';
import { changedFields } from '../stages/recorded-values.ts';
import { readComputed } from '../stages/without-computed.ts';
import { deleteJoins, writeJoins } from '../stages/write-joins.ts';
import { computeDeletionEffects, type DeletionEffects, findBlocked } from './deletion-effects.ts';
import { referrersOf } from './references.ts';

/** The name under which the change of a deletion stores when the record was created. */
export const CREATED_AT = 'createdAt';

/** Thrown when other records prevent a deletion. */
export class InUse extends Error {
  readonly blocking: DeletionEffects['blocking'];
  /** The one that cannot be deleted, of several. */
  readonly id: string | undefined;

  constructor(blocking: DeletionEffects['blocking'], id: string | undefined) {
    super('The record is in use');
    this.blocking = blocking;
    this.id = id;
  }
}

/** The records to delete. */
interface Removal {
  readonly db: Transaction;
  readonly resources: AllResources;
  readonly resource: string;
  readonly ids: readonly string[];
  /** The actor who learns what prevents it; the server by default. */
  readonly actor?: Actor;
}

interface Hooks {
  /** Called for each cascaded record before it is deleted. */
  readonly before?: (resource: string, item: RecordJson) => Promise<void>;
  /** Whether `before` needs the computed fields of the records of a resource. */
  readonly needsComputed?: (resource: string) => boolean;
  /** Whether the caller deletes the records themselves, in the same transaction. */
  readonly onlyEffects?: boolean;
}

const contextOf = ({ db, actor = APPLICATION, ...removal }: Removal) => ({
  ...removal,
  actor,
  ...readingIn(db),
});

/**
 * Locks everything that a deletion will write, in the order of `lockRecords`: two deletions that have records
 * in common then wait for each other instead of deadlocking. Call it first.
 */
export async function lockForDeletion(removal: Removal): Promise<void> {
  const { db, resources, resource, ids } = removal;
  const hasEffects = (['cascade', 'setNull'] as const).some(
    (onDelete) => referrersOf(resources, { to: resource, onDelete }).length > 0,
  );
  const affected = new Map<string, Iterable<string>>([[resource, ids]]);
  if (hasEffects) {
    const { deleted, emptied } = await computeDeletionEffects({ ...contextOf(removal), lock: false });
    for (const name of new Set([...deleted.keys(), ...emptied.keys()]))
      affected.set(name, [...(deleted.get(name) ?? []), ...(emptied.get(name)?.keys() ?? [])]);
  }
  await lockRecords(db, { resources, ids: affected });
}

/**
 * Deletes records with those that cascade, and clears references to them. Returns the changes of the other
 * records for the history, because the database's own cascades would record none.
 * @throws InUse if records that are not deleted refer to one that is.
 */
export async function applyDeletionEffects(removal: Removal & Hooks): Promise<RecordChange[]> {
  const { db, resources, resource, ids, onlyEffects } = removal;
  const context = { ...contextOf(removal), lock: true };
  const effects = await computeDeletionEffects(context);
  if (effects.blocking.size > 0) {
    const blocked = ids.length > 1 ? await findBlocked(context, effects) : undefined;
    throw new InUse(blocked?.blocking ?? effects.blocking, blocked?.id);
  }
  const given = new Set(ids);
  const changes: RecordChange[] = [];
  for (const [name, all] of effects.deleted) {
    const along = [...all].filter((id) => name !== resource || !given.has(id));
    if (along.length === 0) continue;
    const deleted = resources[name]!;
    const read = (some: readonly string[], shown: ShownFields) => {
      const whose = { resource: deleted, actor: APPLICATION, resources, shown };
      return readRecords(context, { projection: createProjection({ kysely: db }, whose), ids: some });
    };
    const items = removal.needsComputed?.(name)
      ? await readComputed({ resource: deleted, transaction: db }, { ids: along, read })
      : await read(along, 'stored');
    for (const item of items.values()) {
      await removal.before?.(name, item);
      const lost = deletedValues(deleted, item);
      changes.push({ resource: name, record: item.id, action: 'delete', changes: lost });
    }
  }
  changes.push(...(await empty(removal, effects.emptied)));
  const parts = [...effects.deleted].map(([name, all]) => ({
    resource: resources[name]!,
    ids: [...all].filter((id) => !onlyEffects || name !== resource || !given.has(id)),
  }));
  await deleteAll(
    db,
    parts.filter((part) => part.ids.length > 0),
  );
  return changes;
}

/** Returns a deleted record's values for the history, with its time of creation, which an undo restores. */
export const deletedValues = (resource: Resource, before: RecordJson): Changes =>
  changedFields(resource, {
    before,
    after: Object.fromEntries([...Object.keys(resource.fields), CREATED_AT].map((name) => [name, null])),
  });

/** Clears references field by field, and removes the deleted records from lists; returns the changes. */
async function empty(
  { db, resources }: Removal,
  emptied: DeletionEffects['emptied'],
): Promise<RecordChange[]> {
  const all: RecordChange[] = [];
  for (const [name, records] of emptied) {
    const resource = resources[name]!;
    for (const field of new Set([...records.values()].flatMap((fields) => Object.keys(fields)))) {
      const { join, column } = resource.fields[field]!;
      const changed = [...records].filter(([, fields]) => field in fields);
      const cleared = join ? {} : { [column]: null };
      await db
        .updateTable(resource.table)
        .set({ ...cleared, updated_at: timeAfter(sql.ref('updated_at')) })
        .where(sql.ref('id'), '=', oneOf(changed.map(([id]) => id)))
        .execute();
      const left = changed.map(([id, fields]) => ({ id, values: { [field]: fields[field]!.after } }));
      if (join) await writeJoins(db, { resource, records: left });
    }
    for (const [record, changes] of records) all.push({ resource: name, record, action: 'update', changes });
  }
  return all;
}

/** Deletes all in one statement, as they may refer to each other: references are checked at its end. */
async function deleteAll(
  db: Transaction,
  parts: readonly { resource: Resource; ids: readonly string[] }[],
): Promise<void> {
  if (parts.length === 0) return;
  // Their join tables first, because these would prevent the deletion of a record that is deleted together
  // with them.
  for (const { resource, ids } of parts) await deleteJoins(db, { resource, ids });
  const deletions = parts.map(
    ({ resource, ids }, index) =>
      sql`${sql.ref(`gone_${index}`)} as (delete from ${sql.table(resource.table)} where id = ${oneOf(ids)})`,
  );
  await runPrepared(db, sql`with ${sql.join(deletions)} select 1`.compile(db));
}
