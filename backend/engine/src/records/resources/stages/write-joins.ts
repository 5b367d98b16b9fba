import { joinFields } from '@bindery/contract/records/resources/fields.ts';
import type { JoinTable, Resource } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { runPrepared } from '#backend/database/query.ts';
import type { RecordValues } from '../hooks.ts';
import { oneOf } from '../query/sql-fragment.ts';
import { referenceIds } from './recorded-values.ts';

interface Written {
  readonly resource: Resource;
  readonly records: readonly { readonly id: string; readonly values: RecordValues }[];
}

const { source, target, position } = JOIN_COLUMNS;

/**
 * Writes the values of the fields with a join table, for records that the transaction has written: two
 * statements per field, whatever the number of records. Fields without a value in a record are unchanged.
 */
export async function writeJoins(db: Transaction, { resource, records }: Written): Promise<void> {
  for (const { name, join } of joinFields(resource)) {
    const changed = records.filter(({ values }) => values[name] !== undefined);
    if (changed.length === 0) continue;
    const rows = changed.map(({ id, values }) => ({ id, targets: referenceIds(values[name]) }));
    await replaceJoins(db, { join, rows });
  }
}

/** Deletes the rows of join tables of records that are about to be deleted. */
export async function deleteJoins(
  db: Transaction,
  { resource, ids }: { resource: Resource; ids: readonly string[] },
): Promise<void> {
  for (const { join } of joinFields(resource))
    await runPrepared(
      db,
      sql`delete from ${sql.table(join.table)} where ${sql.ref(source)} = ${oneOf(ids)}`.compile(db),
    );
}

async function replaceJoins(
  db: Transaction,
  { join, rows }: { join: JoinTable; rows: readonly { id: string; targets: readonly string[] }[] },
): Promise<void> {
  const table = sql.table(join.table);
  const ids = rows.map(({ id }) => id);
  await runPrepared(db, sql`delete from ${table} where ${sql.ref(source)} = ${oneOf(ids)}`.compile(db));
  const joined = rows.flatMap(({ id, targets }) =>
    [...new Set(targets)].map((to, place) => ({ s: id, t: to, p: place })),
  );
  if (joined.length === 0) return;
  await runPrepared(
    db,
    sql`insert into ${table} (${sql.ref(source)}, ${sql.ref(target)}, ${sql.ref(position)})
      select s, t, p from jsonb_to_recordset(${JSON.stringify(joined)}::text::jsonb)
        as given(s uuid, t uuid, p int)`.compile(db),
  );
}
