import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { Resource } from '#contract/schema/index.ts';
import type { AllResources } from '../query/labels.ts';
import { type Referrer, referrersOf } from './references.ts';

/** The effects that deleting records has on others, by record id. */
export interface DeletionEffects {
  /** The records to delete, by resource: the given ones and those that cascade. */
  readonly deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** For each record to delete the given one that it is deleted with, by id. */
  readonly origins: ReadonlyMap<string, string>;
  /**
   * The records that stay but lose a reference: by resource and record, the cleared references with their
   * values.
   */
  readonly emptied: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** The number of records that prevent the deletion, by resource. */
  readonly blocking: ReadonlyMap<string, number>;
}

type Deleted = DeletionEffects['deleted'];

interface EffectsContext {
  readonly kysely: Database['kysely'];
  readonly read: <Row extends object>(query: Compilable<Row>) => Promise<Row[]>;
  readonly resources: AllResources;
  readonly resource: string;
  readonly ids: readonly string[];
  /** Whether to lock the found records until the transaction ends, as the deletion itself does. */
  readonly lock: boolean;
}

/**
 * Computes the effects of deleting records, for both the preview of a deletion and the deletion itself. Each
 * record is locked before its referrers are read, so that none can be added in between.
 */
export async function effectsOf(context: EffectsContext): Promise<DeletionEffects> {
  const { resources } = context;
  const deleted = new Map([[context.resource, new Set(context.ids)]]);
  const origins = new Map(context.ids.map((id) => [id, id]));
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
        for (const { id, to: cause } of fresh) if (!origins.has(id)) origins.set(id, origins.get(cause)!);
        next.set(name, [...(next.get(name) ?? []), ...fresh.map(({ id }) => id)]);
      }
    found = next;
  }
  return {
    deleted,
    origins,
    emptied: await emptiedBy(context, deleted),
    blocking: await blocking(context, deleted),
  };
}

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
 * Counts the records with a restricting reference to a deleted record, or to some of them, without those that
 * are deleted too.
 */
async function blocking(
  { read, ...context }: EffectsContext,
  deleted: Deleted,
  targets = deleted,
): Promise<DeletionEffects['blocking']> {
  const counts = new Map<string, number>();
  for (const { resource, uses } of restricting(context, targets)) {
    const query = referring(context, { resource, deleted })
      .select(sql<number>`count(*)::int`.as('total'))
      .where(
        sql<boolean>`(${sql.join(
          uses.map(({ column, ids }) => sql`${sql.ref(column)} = any(${ids}::uuid[])`),
          sql` or `,
        )})`,
      );
    const [row] = await read<{ total: number }>(query);
    if (row && row.total > 0) counts.set(resource.name, row.total);
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
    uses: its.map(({ field, ids }) => ({ column: field.column, ids })),
  }));
}

const referring = (
  { kysely }: Pick<EffectsContext, 'kysely'>,
  { resource: { name, table }, deleted }: { resource: Resource; deleted: Deleted },
) => kysely.selectFrom(table).where(sql<boolean>`not (id = any(${[...(deleted.get(name) ?? [])]}::uuid[]))`);

/** A record that cannot be deleted, and the number of records that prevent it, by resource. */
export interface Blocked {
  readonly id: string;
  readonly blocking: DeletionEffects['blocking'];
}

/** Returns one of the given records that cannot be deleted, by the effects of deleting them together. */
export async function findBlocked(
  context: EffectsContext,
  { deleted, origins }: DeletionEffects,
): Promise<Blocked | undefined> {
  for (const { resource, uses } of restricting(context, deleted))
    for (const { column, ids } of uses) {
      const query = referring(context, { resource, deleted })
        .select(sql.ref<string>(column).as('to'))
        .where(sql.ref(column), '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy(sql.ref(column))
        .limit(1);
      const [row] = await context.read<{ to: string }>(query);
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
