import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { requireWritable, type Selected, selectAllIds } from '#backend/records/resources/bulk/selection.ts';
import { inReferenceOrder } from '#backend/records/resources/stages/trees.ts';

/** The limits that divide large writes. */
export interface BatchSizes {
  /** The maximum number of records that one request writes. */
  readonly atOnce: number;
  /** The number of records of a portion: few enough that their locks do not block others. */
  readonly portion: number;
  /** The number of records that one statement stores for a job, well within the time limit of statements. */
  readonly stored: number;
}

type Sizes = Pick<BatchSizes, 'portion' | 'stored'>;

/** The job that records are stored for. */
interface ForJob {
  readonly job: string;
  readonly sizes: Sizes;
}

/**
 * Stores the records of a job: those that the selection currently finds.
 * @throws ApiError SELECTION_CHANGED with the number of records, if it differs from the stated one; FORBIDDEN
 * with a record on which the user may not act.
 */
export async function storeSelected(
  db: Transaction,
  selected: Selected,
  { job, sizes }: ForJob,
): Promise<void> {
  const { select, action } = selected;
  let total = 0;
  for (let last: string | undefined, isEnd = false; !isEnd; ) {
    const all = selectAllIds(db, selected).limit(sql.lit(sizes.stored));
    const found = last === undefined ? all : all.where(sql.ref('record.id'), '>', last);
    const { rows: stored } = await sql<{ id: string }>`
      with found as (${found}),
           placed as (select id, (${total}::int + row_number() over (order by id) - 1) / ${sizes.portion}::int as portion from found)
      insert into batch_job_records (job_id, portion, record_id)
      select ${job}::uuid, portion, id from placed returning record_id as id`.execute(db);
    const ids = stored.map(({ id }) => id).sort();
    await requireWritable(db, selected, ids);
    total += ids.length;
    last = ids.at(-1);
    isEnd = ids.length < sizes.stored;
  }
  if ('query' in select && total !== select.count) throw new ApiError('SELECTION_CHANGED', { count: total });
  if (action === 'delete') await putReferrersFirst(db, selected, { job, sizes });
}

/**
 * Sorts records that refer to others of the same resource so that each is deleted before, or with, the
 * records that it refers to. Otherwise a parent's portion would be rejected, or would delete its children.
 */
async function putReferrersFirst(
  db: Transaction,
  { service }: Selected,
  { job, sizes }: ForJob,
): Promise<void> {
  const { name, table, fields } = service.resource;
  const own = Object.values(fields).filter(({ to, onDelete }) => to === name && onDelete !== 'setNull');
  if (own.length === 0) return;
  const below = new Map<string, string[]>();
  for (const field of own) {
    const { join } = field;
    const pairs = join
      ? sql`select ${sql.ref(JOIN_COLUMNS.source)} as id, ${sql.ref(JOIN_COLUMNS.target)} as above from ${sql.table(join.table)}`
      : sql`select id, ${sql.ref(field.column)} as above from ${sql.table(table)}`;
    const { rows } = await sql<{ id: string; above: string }>`
      select pair.id, pair.above from (${pairs}) as pair
      join batch_job_records as one on one.job_id = ${job} and one.record_id = pair.id
      join batch_job_records as other on other.job_id = ${job} and other.record_id = pair.above`.execute(db);
    for (const { id, above } of rows) below.set(above, [...(below.get(above) ?? []), id]);
  }
  if (below.size === 0) return;
  const stored = await db
    .selectFrom('batch_job_records')
    .select('record_id')
    .where('job_id', '=', job)
    .execute();
  const ids = stored.map((row) => String(row.record_id)).sort();
  const { ordered, cyclic } = inReferenceOrder(ids, (id) => below.get(id) ?? []);
  // The records of a circle can only be deleted together.
  const last = Math.ceil(ordered.length / sizes.portion);
  const places = [...ordered.map((_, place) => Math.floor(place / sizes.portion)), ...cyclic.map(() => last)];
  await sql`
    update batch_job_records as one set portion = given.portion
    from unnest(${[...ordered, ...cyclic]}::uuid[], ${places}::int[]) as given(id, portion)
    where one.job_id = ${job} and one.record_id = given.id`.execute(db);
}

interface Undone extends ForJob {
  readonly batch: string;
}

/** Stores the changes that a job undoes: a batch's, newest first, as later ones may need earlier ones. */
export async function storeUndone(db: Transaction, undone: Undone): Promise<void> {
  const { rows } = await sql`
    select 1 from history where batch = ${undone.batch} and action = 'delete' limit 1`.execute(db);
  await (rows.length > 0 ? storeByTransaction(db, undone) : storeInOrder(db, undone));
}

/** Stores changes with statements that each take little time, whatever the number of changes. */
async function storeInOrder(db: Transaction, { job, batch, sizes }: Undone): Promise<void> {
  type Stored = Readonly<Record<'id' | 'at', string | null>> & { readonly total: number };
  let total = 0;
  for (let last: Stored | undefined; ; ) {
    const before = last ? sql`and (at, id) < (${last.at}::timestamptz, ${last.id}::uuid)` : sql``;
    const { rows } = await sql<Stored>`
      with change as (
        select id, at from history where batch = ${batch} ${before}
        order by at desc, id desc limit ${sql.lit(sizes.stored)}
      ), placed as (
        select id, (${total}::int + row_number() over (order by at desc, id desc) - 1) / ${sizes.portion}::int as portion
        from change
      ), stored as (
        insert into batch_job_records (job_id, portion, record_id)
        select ${job}::uuid, portion, id from placed returning 1
      )
      select (select count(*)::int from stored) as total, change.id, change.at::text
      from (select 1) as one left join change on true order by change.at, change.id limit 1`.execute(db);
    [last] = rows;
    total += last!.total;
    if (last!.total < sizes.stored) return;
  }
}

/**
 * Stores the changes of a transaction that deleted records as one portion, to restore them together.
 * PostgreSQL stores the transaction of an unchanged row as its `xmin`; timestamps differ within one.
 */
async function storeByTransaction(db: Transaction, { job, batch, sizes }: Undone): Promise<void> {
  const { rows } = await sql<Written>`
    select xmin::text as id, bool_or(action = 'delete') as "isWhole", count(*)::int as count
    from history where batch = ${batch} group by 1 order by min(at) desc, 1`.execute(db);
  let portion = 0;
  const placed = rows.map((written) => {
    const first = portion;
    portion += written.isWhole ? 1 : Math.ceil(written.count / sizes.portion);
    return { ...written, first };
  });
  for (const some of groupsOf(placed, sizes)) {
    const among = sql`unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ first }) => first)}::int[],
      ${some.map(({ isWhole }) => isWhole)}::boolean[]) as written(id, first, is_whole)`;
    await sql`
      with placed as (
        select change.id, first, is_whole,
               row_number() over (partition by written.id order by at desc, change.id desc) - 1 as place
        from history as change join ${among} on written.id = change.xmin::text
        where batch = ${batch}
      )
      insert into batch_job_records (job_id, portion, record_id)
      select ${job}::uuid, first + case when is_whole then 0 else place / ${sizes.portion}::int end, id
      from placed`.execute(db);
  }
}

/** The changes of a batch from one transaction. */
interface Written {
  readonly id: string;
  /** Whether it has deleted records, so that it is undone as one portion. */
  readonly isWhole: boolean;
  /** The number of its changes. */
  readonly count: number;
}

/** Divides transactions, in order, into groups for one statement each; a large one is its own group. */
function groupsOf<One extends Written>(transactions: readonly One[], { stored }: Sizes): One[][] {
  const groups: One[][] = [];
  let total = Number.POSITIVE_INFINITY;
  for (const one of transactions) {
    if (total + one.count > stored) {
      groups.push([]);
      total = 0;
    }
    groups.at(-1)!.push(one);
    total += one.count;
  }
  return groups;
}
