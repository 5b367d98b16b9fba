import { columnFields } from '@bindery/contract/records/resources/fields.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Row, Transaction } from '#backend/database/connection.ts';
import { timeAfter } from '#backend/database/time.ts';
import type { RecordValues } from '../hooks.ts';
import { toStored } from '../operations/write.ts';
import { writeJoins } from '../operations/write-joins.ts';
import type { ResourceService } from '../resource-service.ts';

/** New values of a record, as JSON by field name. */
export interface NewValues {
  readonly id: string;
  readonly values: RecordValues;
}

/** Returns rows as a table of SQL: one JSON parameter, whatever their number, instead of one per value. */
function rowsOf(fields: readonly ResourceField[], rows: readonly Row[]): RawBuilder<unknown> {
  const columns = fields.map(({ column, type }) => sql`${sql.ref(column)} ${sql.raw(type.sql)}`);
  const types = sql.join([sql`id uuid`, ...columns]);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(${types})`;
}

const rowOf = (service: ResourceService, { id, values }: NewValues): Row => {
  const stored = Object.entries(toStored(service, values));
  return {
    id,
    ...Object.fromEntries(stored.map(([name, value]) => [service.resource.fields[name]!.column, value])),
  };
};

/** Updates records, each with values of its own, by one statement for all that change the same fields. */
export async function updateValues(
  db: Transaction,
  { service, records }: { service: ResourceService; records: readonly NewValues[] },
): Promise<void> {
  const { table, fields } = service.resource;
  const bySameFields = Map.groupBy(records, ({ values }) => Object.keys(values).sort().join());
  for (const some of bySameFields.values()) {
    const names = Object.keys(some[0]!.values);
    const changed = names.flatMap((name) => (fields[name] && !fields[name].join ? fields[name] : []));
    const settings = changed.map(({ column }) => sql`${sql.ref(column)} = given.${sql.ref(column)}`);
    settings.push(sql`updated_at = ${timeAfter(sql`record.updated_at`)}`);
    const rows = some.map((record) => rowOf(service, record));
    await sql`update ${sql.table(table)} as record set ${sql.join(settings)}
      from ${rowsOf(changed, rows)} where record.id = given.id`.execute(db);
  }
  await writeJoins(db, { resource: service.resource, records });
}

/**
 * Inserts records with given ids in one statement, because they may refer to one another: PostgreSQL checks
 * references at its end. Their time of creation is the given one, else the one in their history, where it has one.
 */
export async function insertValues(
  db: Transaction,
  records: readonly (NewValues & { readonly service: ResourceService; readonly createdAt?: string })[],
): Promise<void> {
  const insertions = [...Map.groupBy(records, ({ service }) => service)].map(([service, some], index) => {
    const { name, table } = service.resource;
    const fields = columnFields(service.resource);
    const columns = fields.map(({ column }) => sql.ref(column));
    const complete = some.map(({ id, values, createdAt = null }) => ({
      ...rowOf(service, {
        id,
        values: Object.fromEntries(
          fields.map((field) => [field.name, values[field.name] ?? (field.required ? field.default : null)]),
        ),
      }),
      created_at: createdAt,
    }));
    const createdAt = sql`coalesce(given.created_at, (select min(at) from history
      where resource = ${name} and record_id = given.id and action = 'create'), now())`;
    const given = columns.map((column) => sql`given.${column}`);
    return sql`${sql.ref(`inserted_${index}`)} as (
      insert into ${sql.table(table)} (${sql.join([sql`id`, ...columns])}, created_at, updated_at)
      select ${sql.join([sql`given.id`, ...given])},
             date_trunc('milliseconds', ${createdAt}), date_trunc('milliseconds', now())
      from ${rowsOf([...fields, service.resource.own.createdAt], complete)})`;
  });
  if (insertions.length > 0) await sql`with ${sql.join(insertions)} select 1`.execute(db);
  for (const [{ resource }, some] of Map.groupBy(records, ({ service }) => service))
    await writeJoins(db, { resource, records: some });
}
