import { type Compilable, sql } from 'kysely';
import type { Database } from '#backend/database/connection.ts';
import type { AllResources } from '../query/labels.ts';
import { type Referrer, referrersOf } from './references.ts';

/** What deleting a record does to others, all by their ids. */
export interface DeletionEffects {
  /** What is deleted, by resource: the record itself, and what cascading references take along. */
  readonly deleted: ReadonlyMap<string, ReadonlySet<string>>;
  /** What stays and loses a reference: by resource the records, and by record the references with what they were. */
  readonly emptied: ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, string>>>>;
  /** How many records forbid it, by resource. */
  readonly blocking: ReadonlyMap<string, number>;
}

interface Question {
  readonly kysely: Database['kysely'];
  readonly read: <Row extends object>(query: Compilable<Row>) => Promise<Row[]>;
  readonly resources: AllResources;
  readonly resource: string;
  readonly id: string;
  /** Keeps what is found from being changed until the transaction ends: for the deletion itself. */
  readonly lock: boolean;
}

/**
 * Finds what deleting a record does to others: the one computation that both the preview of a deletion and the
 * deletion itself go by. Each record is locked before its referrers are looked for, so that none can be added unseen.
 */
export async function effectsOf(question: Question): Promise<DeletionEffects> {
  const { resources } = question;
  const deleted = new Map([[question.resource, new Set([question.id])]]);
  let found = new Map([[question.resource, [question.id]]]);
  while (found.size > 0) {
    const next = new Map<string, string[]>();
    for (const [to, ids] of found)
      for (const referrer of referrersOf(resources, { to, onDelete: 'cascade' })) {
        const { name } = referrer.resource;
        const known = deleted.get(name) ?? new Set();
        const fresh = (await rowsOf(question, { referrer, ids })).filter(({ id }) => !known.has(id));
        if (fresh.length === 0) continue;
        deleted.set(name, new Set([...known, ...fresh.map(({ id }) => id)]));
        next.set(name, [...(next.get(name) ?? []), ...fresh.map(({ id }) => id)]);
      }
    found = next;
  }
  return {
    deleted,
    emptied: await emptiedBy(question, deleted),
    blocking: await blocking(question, deleted),
  };
}

type Deleted = DeletionEffects['deleted'];

/** The records that refer to some others by one field, each with the one it refers to. */
function rowsOf(
  { kysely, read, lock }: Question,
  { referrer: { resource, field }, ids }: { referrer: Referrer; ids: readonly string[] },
): Promise<{ id: string; to: string }[]> {
  const query = kysely
    .selectFrom(resource.table)
    .select([sql.ref<string>('id').as('id'), sql.ref<string>(field.column).as('to')])
    .where(sql.ref(field.column), '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id');
  return read(lock ? query.forUpdate() : query);
}

async function emptiedBy(question: Question, deleted: Deleted): Promise<DeletionEffects['emptied']> {
  const emptied = new Map<string, Map<string, Record<string, string>>>();
  for (const [to, ids] of deleted)
    for (const referrer of referrersOf(question.resources, { to, onDelete: 'setNull' })) {
      const { name } = referrer.resource;
      for (const { id, to: was } of await rowsOf(question, { referrer, ids: [...ids] })) {
        if (deleted.get(name)?.has(id)) continue;
        const records = emptied.get(name) ?? new Map<string, Record<string, string>>();
        records.set(id, { ...records.get(id), [referrer.field.name]: was });
        emptied.set(name, records);
      }
    }
  return emptied;
}

/** Counts the records that refer to what is deleted by a reference that restricts, but for those that go themselves. */
async function blocking(
  { kysely, read, resources }: Question,
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
