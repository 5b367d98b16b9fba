import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import type { RecordChange } from '#backend/database/history.ts';
import { transactionTime } from '#backend/database/time.ts';
import type { RecordValues } from '../hooks.ts';
import { inChunks } from '../stages/read-records.ts';
import { changedFields, referenceIds } from '../stages/recorded-values.ts';
import { inReferenceOrder } from '../stages/trees.ts';
import type { WriteConnection } from '../stages/write-connection.ts';
import { writeJoins } from '../stages/write-joins.ts';
import type { Change, Draft } from './change.ts';
import { tableOf, toColumns } from './write-rows.ts';
import { writeRules } from './write-rules.ts';

/**
 * Groups deleted records by what is inserted together: records come after those that they refer to, so that a
 * hook sees these; those of cycles come last, in one statement.
 */
export function insertionPortions(records: readonly Change[]): Change[][] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const { ordered, cyclic } = inReferenceOrder(records, ({ service, values }) =>
    Object.keys(service.resource.fields).flatMap((name) => {
      const isReference = service.resource.fields[name]?.to !== undefined;
      return isReference ? referenceIds(values[name]).flatMap((id) => byId.get(id) ?? []) : [];
    }),
  );
  const portions: Change[][] = [];
  // A hook must see the earlier records, so the records with a hook are written at once.
  let waiting: Change[] = [];
  const write = () => {
    portions.push(...inChunks(waiting));
    waiting = [];
  };
  for (const record of ordered) {
    const { beforeCreate } = record.service.hooks;
    if (beforeCreate) write();
    waiting.push(record);
    if (beforeCreate) write();
  }
  write();
  return cyclic.length > 0 ? [...portions, [...cyclic]] : portions;
}

/** Inserts deleted records again with their ids and values, and returns the changes for the history. */
export async function insertAgain(
  { db, actor }: WriteConnection,
  records: readonly Draft[],
): Promise<RecordChange[]> {
  await insertValues(db, { records, actor });
  return records.map(({ service, id, values }) => ({
    resource: service.resource.name,
    record: id,
    action: 'create',
    changes: changedFields(service.resource, { before: {}, after: values }),
  }));
}

/**
 * Inserts records with given ids in one statement, because they may refer to one another: PostgreSQL checks
 * references at its end. Their time of creation is the given one, or else one in their history.
 */
async function insertValues(
  db: Transaction,
  { records, actor }: { records: readonly Draft[]; actor: WriteConnection['actor'] },
): Promise<void> {
  const insertions = [...Map.groupBy(records, ({ service }) => service)].map(([service, some], index) => {
    const { resource } = service;
    const { name, table } = resource;
    const fields = columnFields(resource);
    const columns = fields.map(({ column }) => sql.ref(column));
    const rules = writeRules(service, actor);
    const complete = some.map(({ id, values, change }) => ({
      ...toColumns(resource, { values: withDefaults(fields, values), rules }),
      id,
      created_at: change.again?.createdAt ?? null,
    }));
    const types = {
      id: 'uuid',
      created_at: resource.own.createdAt.type.sql,
      ...Object.fromEntries(fields.map(({ column, type }) => [column, type.sql])),
    };
    const createdAt = sql`coalesce(given.created_at, (select min(at) from history
      where resource = ${name} and record_id = given.id and action = 'create'), now())`;
    const given = columns.map((column) => sql`given.${column}`);
    return sql`${sql.ref(`inserted_${index}`)} as (
      insert into ${sql.table(table)} (${sql.join([sql`id`, ...columns])}, created_at, updated_at)
      select ${sql.join([sql`given.id`, ...given])},
             date_trunc('milliseconds', ${createdAt}), ${transactionTime}
      from ${tableOf('given', { types, rows: complete })})`;
  });
  await sql`with ${sql.join(insertions)} select 1`.execute(db);
  for (const [{ resource }, some] of Map.groupBy(records, ({ service }) => service))
    await writeJoins(db, { resource, records: some });
}

/** Returns a value for each column: required fields that are missing get their defaults. */
const withDefaults = (fields: readonly ResourceField[], values: RecordValues): RecordValues =>
  Object.fromEntries(
    fields.map((field) => [field.name, values[field.name] ?? (field.required ? field.default : null)]),
  );
