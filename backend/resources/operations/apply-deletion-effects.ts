import { type Compilable, type Kysely, sql } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { type Changes, type HistoryRow, historyEntry } from '#backend/database/history.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { AllResources } from '../query/labels.ts';
import { createProjection, type RecordJson } from '../query/projection.ts';
import { type DeletionEffects, effectsOf } from './deletion-effects.ts';
import { changedFields } from './write.ts';

/** Thrown when other records prevent a deletion. */
export class InUse extends Error {
  readonly blocking: DeletionEffects['blocking'];

  constructor(blocking: DeletionEffects['blocking']) {
    super('The record is in use');
    this.blocking = blocking;
  }
}

interface Removal {
  readonly db: Kysely<Tables>;
  readonly resources: AllResources;
  readonly resource: string;
  readonly id: string;
  /** The user that the history names; null where the application itself acts. */
  readonly actor: string | null;
  /** Called for each cascaded record before it is deleted. */
  readonly before?: (resource: string, item: RecordJson) => Promise<void>;
}

/** History entries in one statement: each takes seven of its parameters, of which there are 65,535. */
const LINES_AT_ONCE = 1000;

/**
 * Deletes the cascaded records and clears references to them, each with a history entry, because the
 * database's own cascades would write none. The caller deletes the record itself in the same transaction.
 *
 * @throws InUse when records that are not deleted refer to one that is.
 */
export async function applyDeletionEffects(removal: Removal): Promise<void> {
  const { db, resources, resource, id, actor } = removal;
  const read = async <Result extends object>(query: Compilable<Result>) =>
    (await db.executeQuery(query.compile())).rows;
  const effects = await effectsOf({ kysely: db, read, resources, resource, id, lock: true });
  if (effects.blocking.size > 0) throw new InUse(effects.blocking);

  const along = [...effects.deleted].map(([name, ids]) => ({
    resource: resources[name]!,
    ids: [...ids].filter((one) => name !== resource || one !== id),
  }));
  const lines: HistoryRow[] = [];
  for (const { resource: of, ids } of along)
    for (const item of await itemsOf(removal, { resource: of, ids })) {
      await removal.before?.(of.name, item);
      const changes = deletedValues(of, item);
      lines.push(historyEntry({ resource: of.name, record: item.id, action: 'delete', actor, changes }));
    }
  lines.push(...(await empty(removal, effects.emptied)));
  await deleteAll(
    db,
    along.filter(({ ids }) => ids.length > 0),
  );
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE)
    await db
      .insertInto('history')
      .values(lines.slice(start, start + LINES_AT_ONCE))
      .execute();
}

/** Returns all values of a deleted record, for its history entry. */
export const deletedValues = (resource: Resource, before: RecordJson): Changes =>
  changedFields(before, Object.fromEntries(Object.keys(resource.fields).map((name) => [name, null])));

async function itemsOf(
  { db, resources }: Removal,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): Promise<RecordJson[]> {
  if (ids.length === 0) return [];
  const view = createProjection({ kysely: db }, { resource, viewer: 'server', resources });
  const query = view.select().where(sql.ref('record.id'), '=', sql`any(${ids}::uuid[])`);
  return (await query.execute()).map(view.toJson);
}

/** Clears references field by field, as the database would, and returns the history entries for it. */
async function empty(
  { db, resources, actor }: Removal,
  emptied: DeletionEffects['emptied'],
): Promise<HistoryRow[]> {
  const lines: HistoryRow[] = [];
  for (const [name, records] of emptied) {
    const resource = resources[name]!;
    const now = new Date().toISOString();
    for (const field of new Set([...records.values()].flatMap((fields) => Object.keys(fields)))) {
      const ids = [...records].filter(([, fields]) => field in fields).map(([id]) => id);
      await db
        .updateTable(resource.table)
        .set({ [resource.fields[field]!.column]: null, updated_at: now })
        .where(sql.ref('id'), '=', sql`any(${ids}::uuid[])`)
        .execute();
    }
    for (const [id, fields] of records) {
      const values = Object.entries(fields).map(([field, before]) => [field, { before, after: null }]);
      const changes: Changes = Object.fromEntries(values);
      lines.push(historyEntry({ resource: name, record: id, action: 'update', actor, changes }));
    }
  }
  return lines;
}

/**
 * Deletes all in one statement, because they may refer to one another: PostgreSQL checks references at its
 * end.
 */
async function deleteAll(
  db: Kysely<Tables>,
  parts: readonly { resource: Resource; ids: readonly string[] }[],
): Promise<void> {
  if (parts.length === 0) return;
  const deletions = parts.map(
    ({ resource, ids }, index) =>
      sql`${sql.ref(`gone_${index}`)} as (delete from ${sql.table(resource.table)} where id = any(${ids}::uuid[]))`,
  );
  await sql`with ${sql.join(deletions)} select 1`.execute(db);
}
