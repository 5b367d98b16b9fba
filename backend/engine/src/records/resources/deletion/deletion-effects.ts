import type { ReverseReference } from '@bindery/contract/records/resources/reverse-references.ts';
import type { AllResources, JoinTable, Resource } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { sql } from 'kysely';
import type { Changes } from '#backend/database/history.ts';
import { type Reading, selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { type ReferenceColumns, referenceColumns, refersTo } from '../query/join-tables.ts';
import { isLimited, mayRead } from '../query/rights.ts';
import { reachableIds, scopeOf } from '../query/scope.ts';
import { oneOf } from '../query/sql-fragment.ts';
import { referrersOf } from './references.ts';

/** The effects that deleting records has on others, by record id. */
export interface DeletionEffects {
  /** The records to delete, by resource: the given ones and those that cascade. */
  readonly deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each record to delete, the id of the given one that it is deleted with. */
  readonly origins: ReadonlyMap<string, string>;
  /** The remaining records that lose a reference: by resource and record, their fields before and after. */
  readonly emptied: ReadonlyMap<string, ReadonlyMap<string, Changes>>;
  /** The number of records that prevent the deletion, by resource. */
  readonly blocking: ReadonlyMap<string, Reached>;
  /** The records to delete or empty that prevent it, as the user may not read them, by resource. */
  readonly hidden: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A number of records, and how many of them the user may read. */
export interface Reached {
  readonly total: number;
  readonly visible: number;
}

type Deleted = DeletionEffects['deleted'];

interface EffectsContext extends Reading {
  readonly resources: AllResources;
  readonly resource: string;
  readonly ids: readonly string[];
  /** The actor who sees the effects. */
  readonly actor: Actor;
  /** Whether to lock the found records until the transaction ends, as the deletion itself does. */
  readonly lock: boolean;
}

/**
 * Computes the effects of deleting records, for both the preview of a deletion and the deletion itself. Each
 * record is locked before its referrers are read, so that none can be added in between.
 */
export async function computeDeletionEffects(context: EffectsContext): Promise<DeletionEffects> {
  const { resources } = context;
  const deleted = new Map([[context.resource, new Set(context.ids)]]);
  const origins = new Map(context.ids.map((id) => [id, id]));
  // Reached through a reference whose entry does not allow hidden deletions or changes.
  const unallowed = new Map<string, Set<string>>();
  let found = new Map([[context.resource, [...context.ids]]]);
  while (found.size > 0) {
    const next = new Map<string, string[]>();
    for (const [to, ids] of found)
      for (const referrer of referrersOf(resources, { to, onDelete: 'cascade' })) {
        const { name } = referrer.resource;
        const known = deleted.get(name) ?? new Set();
        const fresh = (await rowsOf(context, { referrer, ids })).filter(({ id }) => !known.has(id));
        if (fresh.length === 0) continue;
        deleted.set(name, new Set([...known, ...fresh.map(({ id }) => id)]));
        note(unallowed, { referrer, ids: fresh.map(({ id }) => id) });
        for (const { id, to: cause } of fresh) if (!origins.has(id)) origins.set(id, origins.get(cause)!);
        next.set(name, [...(next.get(name) ?? []), ...fresh.map(({ id }) => id)]);
      }
    found = next;
  }
  const emptied = await emptiedBy(context, deleted);
  for (const [name, records] of emptied)
    for (const [id, changes] of records)
      for (const field of Object.keys(changes)) {
        const resource = resources[name]!;
        note(unallowed, { referrer: { resource, field: resource.fields[field]! }, ids: [id] });
      }
  const hidden = await hiddenAmong(context, unallowed);
  const counts = new Map(await blocking(context, deleted));
  for (const [name, ids] of hidden) {
    const { total = 0, visible = 0 } = counts.get(name) ?? {};
    counts.set(name, { total: total + ids.size, visible });
  }
  return { deleted, origins, emptied, blocking: counts, hidden };
}

/** Adds records that a deletion reaches through a reference, unless its entry allows hidden ones. */
function note(
  unallowed: Map<string, Set<string>>,
  { referrer: { resource, field }, ids }: { referrer: ReverseReference; ids: readonly string[] },
): void {
  if (field.onDeleteHidden === 'allow') return;
  const known = unallowed.get(resource.name) ?? [];
  unallowed.set(resource.name, new Set([...known, ...ids]));
}

/** Returns those of some records that the user may not read, by resource. */
async function hiddenAmong(
  context: EffectsContext,
  reached: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, Set<string>>> {
  const { resources, actor } = context;
  const hidden = new Map<string, Set<string>>();
  for (const [name, ids] of reached) {
    const resource = resources[name]!;
    if (mayRead(actor, resource) && !isLimited(actor, resource, 'read')) continue;
    const readable = mayRead(actor, resource) ? [...ids] : [];
    const visible = await reachableIds(context, { resource, actor, rows: 'all', ids: readable });
    const others = new Set([...ids].filter((id) => !visible.has(id)));
    if (others.size > 0) hidden.set(name, others);
  }
  return hidden;
}

/** Returns the records that refer to given records with one field, each with the id it refers to. */
function rowsOf(
  context: EffectsContext,
  { referrer: { resource, field }, ids }: { referrer: ReverseReference; ids: readonly string[] },
): Promise<{ id: string; to: string }[]> {
  if (field.join) return joinedRows(context, { resource, field, join: field.join, ids });
  const query = context.kysely
    .selectFrom(resource.table)
    .select([sql.ref<string>('id').as('id'), sql.ref<string>(field.column).as('to')])
    .where(sql.ref(field.column), '=', oneOf(ids))
    .orderBy('id');
  return selectRows(context, context.lock ? query.forUpdate() : query, { table: resource.table });
}

/** Returns the same for a field with a join table: a row for each value, whose record is locked. */
function joinedRows(
  context: EffectsContext,
  { resource, field, join, ids }: ReverseReference & { join: JoinTable; ids: readonly string[] },
): Promise<{ id: string; to: string }[]> {
  const source = sql.ref<string>(`joined.${JOIN_COLUMNS.source}`);
  const target = sql.ref<string>(`joined.${field.column}`);
  const query = context.kysely
    .selectFrom(`${join.table} as joined`)
    .innerJoin(`${resource.table} as record`, 'record.id', `joined.${JOIN_COLUMNS.source}`)
    .select([source.as('id'), target.as('to')])
    .where(target, '=', oneOf(ids))
    .orderBy('record.id');
  return selectRows(context, context.lock ? query.forUpdate('record') : query, { table: resource.table });
}

/** Returns all values of a field with a join table, of some records, as the history stores them. */
async function valuesOf(
  context: EffectsContext,
  { join, ids }: { join: JoinTable; ids: readonly string[] },
): Promise<Map<string, string[]>> {
  const { source, target, position } = JOIN_COLUMNS;
  const query = context.kysely
    .selectFrom(join.table)
    .select([sql.ref<string>(source).as('id'), sql.ref<string>(target).as('to')])
    .where(sql.ref(source), '=', oneOf(ids))
    .orderBy(join.isOrdered ? position : target);
  const rows = await selectRows(context, query, { table: join.table });
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byId].map(([id, its]) => [id, its.map(({ to }) => to)]));
}

async function emptiedBy(context: EffectsContext, deleted: Deleted): Promise<DeletionEffects['emptied']> {
  const emptied = new Map<string, Map<string, Changes>>();
  for (const [to, ids] of deleted)
    for (const referrer of referrersOf(context.resources, { to, onDelete: 'setNull' })) {
      const { name } = referrer.resource;
      const { join } = referrer.field;
      const rows = await rowsOf(context, { referrer, ids: [...ids] });
      const staying = rows.filter(({ id }) => !deleted.get(name)?.has(id));
      const lists = join && (await valuesOf(context, { join, ids: staying.map(({ id }) => id) }));
      for (const { id, to: was } of staying) {
        const before = lists?.get(id) ?? was;
        const after = Array.isArray(before) ? before.filter((one) => !ids.has(one)) : null;
        const records = emptied.get(name) ?? new Map<string, Changes>();
        records.set(id, { ...records.get(id), [referrer.field.name]: { before, after } });
        emptied.set(name, records);
      }
    }
  return emptied;
}

/** Counts records with a restricting reference to any of these deleted records, unless deleted as well. */
async function blocking(
  context: EffectsContext,
  deleted: Deleted,
  targets = deleted,
): Promise<DeletionEffects['blocking']> {
  const counts = new Map<string, Reached>();
  for (const { resource, uses } of restricting(context, targets)) {
    const query = context.kysely
      .selectFrom(`${resource.table} as record`)
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where ${scopeOf(resource, { actor: context.actor }) ?? sql`true`}))::int`.as(
          'visible',
        ),
      ])
      .where(staying(resource, { deleted, id: 'record.id' }))
      .where(sql<boolean>`(${sql.join(uses.map(referringBy), sql` or `)})`);
    const [row] = await selectRows(context, query, { table: resource.table });
    if (row && row.total > 0) counts.set(resource.name, row);
  }
  return counts;
}

/** Returns the restricting references to deleted records, by resource. */
function restricting({ resources }: Pick<EffectsContext, 'resources'>, targets: Deleted) {
  const referrers = [...targets].flatMap(([to, ids]) =>
    referrersOf(resources, { to, onDelete: 'restrict' }).map((referrer) => ({ ...referrer, ids: [...ids] })),
  );
  return [...Map.groupBy(referrers, ({ resource }) => resource)].map(([resource, its]) => ({
    resource,
    uses: its.map(({ field, ids }) => ({ columns: referenceColumns({ resource, field }), ids })),
  }));
}

interface Use {
  readonly columns: ReferenceColumns;
  readonly ids: readonly string[];
}

/** Returns the SQL predicate that a record (table alias `record`) refers to one of these with a field. */
const referringBy = ({ columns, ids }: Use) => refersTo(columns, oneOf(ids));

/** Returns the SQL predicate that a record, whose id is in this column, is not deleted. */
const staying = ({ name }: Resource, { deleted, id }: { deleted: Deleted; id: string }) =>
  sql<boolean>`not (${sql.ref(id)} = ${oneOf([...(deleted.get(name) ?? [])])})`;

/** A record that cannot be deleted, and the number of records that prevent it, by resource. */
interface Blocked {
  readonly id: string;
  readonly blocking: DeletionEffects['blocking'];
}

/** Returns one of these records that cannot be deleted, by the effects of deleting them together. */
export async function findBlocked(
  context: EffectsContext,
  { deleted, origins }: DeletionEffects,
): Promise<Blocked | undefined> {
  for (const { resource, uses } of restricting(context, deleted))
    for (const { columns, ids } of uses) {
      const to = sql.ref<string>(columns.to);
      const query = context.kysely
        .selectFrom(columns.table)
        .select(to.as('to'))
        .where(staying(resource, { deleted, id: columns.id }))
        .where(to, '=', oneOf(ids))
        .orderBy(to)
        .limit(1);
      const [row] = await selectRows(context, query, { table: columns.table });
      const id = row && origins.get(row.to);
      if (id === undefined) continue;
      const withIt = [...deleted].map(([name, all]): [string, Set<string>] => [
        name,
        new Set([...all].filter((one) => origins.get(one) === id)),
      ]);
      return { id, blocking: await blocking(context, deleted, new Map(withIt)) };
    }
  return undefined;
}
