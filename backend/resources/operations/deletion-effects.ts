import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { AllResources } from '../query/labels.ts';
import { type Referrer, referrersOf } from './references.ts';

/** The effects that deleting a record has on others, by record id. */
export interface DeletionEffects {
  /** The records to delete, by resource: the record itself and those that cascade. */
  readonly deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * The records that stay but lose a reference: by resource and record, the cleared references with their
   * values.
   */
  readonly emptied: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** The number of records that prevent the deletion, by resource. */
  readonly blocking: ReadonlyMap<string, number>;
}

interface EffectsContext {
  readonly kysely: Database['kysely'];
  readonly read: <Row extends object>(query: Compilable<Row>) => Promise<Row[]>;
  readonly resources: AllResources;
  readonly resource: string;
  readonly id: string;
  /** Whether to lock the found records until the transaction ends, as the deletion itself does. */
  readonly lock: boolean;
}

/**
 * Computes the effects of deleting a record, for both the preview of a deletion and the deletion itself. Each
 * record is locked before its referrers are read, so that none can be added in between.
 */
export async function effectsOf(context: EffectsContext): Promise<DeletionEffects> {
  const { resources } = context;
  const deleted = new Map([[context.resource, new Set([context.id])]]);
  let found = new Map([[context.resource, [context.id]]]);
  while (found.size > 0) {
    const next = new Map<string, string[]>();
    for (const [to, ids] of found)
      for (const referrer of referrersOf(resources, { to, onDelete: 'cascade' })) {
        const { name } = referrer.resource;
        const known = deleted.get(name) ?? new Set();
        const fresh = (await rowsOf(context, { referrer, ids })).filter(({ id }) => !known.has(id));
        if (fresh.length === 0) continue;
        deleted.set(name, new Set([...known, ...fresh.map(({ id }) => id)]));
        next.set(name, [...(next.get(name) ?? []), ...fresh.map(({ id }) => id)]);
      }
    found = next;
  }
  return {
    deleted,
    emptied: await emptiedBy(context, deleted),
    blocking: await blocking(context, deleted),
  };
}

type Deleted = DeletionEffects['deleted'];

/** Returns the records that refer to given records by one field, each with the id it refers to. */
function rowsOf(
  { kysely, read, lock }: EffectsContext,
  { referrer: { resource, field }, ids }: { referrer: Referrer; ids: readonly string[] },
): Promise<{ id: string; to: string }[]> {
  const query = kysely
    .selectFrom(resource.table)
    .select([sql.ref<string>('id').as('id'), sql.ref<string>(field.column).as('to')])
    .where(sql.ref(field.column), '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
  return read(lock ? query.forUpdate() : query);
}

async function emptiedBy(context: EffectsContext, deleted: Deleted): Promise<DeletionEffects['emptied']> {
  const emptied = new Map<string, Map<string, Record<string, string>>>();
  for (const [to, ids] of deleted)
    for (const referrer of referrersOf(context.resources, { to, onDelete: 'setNull' })) {
      const { name } = referrer.resource;
      for (const { id, to: was } of await rowsOf(context, { referrer, ids: [...ids] })) {
        if (deleted.get(name)?.has(id)) continue;
        const records = emptied.get(name) ?? new Map<string, Record<string, string>>();
        records.set(id, { ...records.get(id), [referrer.field.name]: was });
        emptied.set(name, records);
      }
    }
  return emptied;
}

/**
 * Counts the records with a restricting reference to a deleted record, without those that are deleted too.
 */
async function blocking(
  { kysely, read, resources }: EffectsContext,
  deleted: Deleted,
): Promise<DeletionEffects['blocking']> {
  const referrers = [...deleted].flatMap(([to, ids]) =>
    referrersOf(resources, { to, onDelete: 'restrict' }).map((referrer) => ({ ...referrer, ids: [...ids] })),
  );
  const counts = new Map<string, number>();
  for (const [{ name, table }, its] of Map.groupBy(referrers, ({ resource }) => resource)) {
    const uses = its.map(({ field, ids }) => sql`${sql.ref(field.column)} = any(${ids}::uuid[])`);
    const query = kysely
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('total'))
      .where(sql<boolean>`(${sql.join(uses, sql` or `)})`)
      .where(sql<boolean>`not (id = any(${[...(deleted.get(name) ?? [])]}::uuid[]))`);
    const [row] = await read<{ total: number }>(query);
    if (row && row.total > 0) counts.set(name, row.total);
  }
  return counts;
}
