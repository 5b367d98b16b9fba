import { parseRowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { ResourceField, UniqueRule } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { SEARCH_COLUMN_LENGTH } from '#backend/database/search-columns.ts';
import { compileRowFilter } from '#backend/records/resources/query/row-filters.ts';
import { type Access, rowsTable } from '#backend/records/resources/query/scope.ts';
import type { ImportPlan } from './plan.ts';

/** The valid values of a record of a file. */
interface NumberedValues {
  readonly number: number;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Batch {
  readonly plan: ImportPlan;
  readonly rule: UniqueRule;
  readonly rows: readonly NumberedValues[];
}

/** Returns the id of the existing record with the same values of a rule, by record number in the file. */
export async function existingByRule(
  db: Transaction,
  { access, ...batch }: Batch & { readonly access: Access },
): Promise<Map<number, string>> {
  const { plan, rule } = batch;
  const given = givenRows(batch);
  if (given === undefined) return new Map();
  const predicates = rule.fields.map((name, place) => {
    const field = fieldOf(plan, name);
    const [column, value] = [sql.ref(`record.${field.column}`), sql.ref(`given.f${place}`)];
    const isEqual = isFolded(field, rule)
      ? sql`${normalized(column)} = ${normalized(value)}`
      : sql`${column} = ${value}::${sql.raw(field.type.sql)}`;
    // Values without a null can be looked up in the index of the rule.
    return rule.nulls === 'same' ? sql`(${isEqual} or (${column} is null and ${value} is null))` : isEqual;
  });
  const { resource } = plan.service;
  if (rule.when) predicates.push(sql`${compileRowFilter(parseRowFilter(resource, rule.when), 'record')}`);
  const { rows } = await sql<{ number: number; id: string }>`
    select given.n as number, record.id from ${given} join ${rowsTable(resource, access)}
    on ${sql.join(predicates, sql` and `)}`.execute(db);
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/** Stores a rule's values in the file; returns the earlier record's number for those that repeat one. */
export async function duplicatesInFile(
  db: Transaction,
  { importId, ...batch }: Batch & { importId: string },
): Promise<Map<number, number>> {
  const { plan, rule } = batch;
  const given = givenRows(batch);
  if (given === undefined) return new Map();
  const parts = rule.fields.map((name, place) => {
    const field = fieldOf(plan, name);
    const value = sql.ref(`given.f${place}`);
    return isFolded(field, rule) ? normalized(value) : value;
  });
  return repeated(db, {
    importId,
    given,
    rule: rule.name,
    key: sql`md5(jsonb_build_array(${sql.join(parts)})::text)`,
  });
}

/** Does the same for the ids of the records to update. */
export async function repeatedIds(
  db: Transaction,
  { importId, rows }: { importId: string; rows: readonly { readonly number: number; readonly id: string }[] },
): Promise<Map<number, number>> {
  const texts = JSON.stringify(rows.map(({ number, id }) => ({ n: number, id })));
  const given = sql`jsonb_to_recordset(${texts}::jsonb) as given(n int, id text)`;
  return repeated(db, { importId, given, rule: 'id', key: sql`md5(given.id)` });
}

/** Stores the new keys of the given rows; returns for the others the number of the first row with the key. */
async function repeated(
  db: Transaction,
  {
    importId,
    rule,
    given,
    key,
  }: Record<'given' | 'key', RawBuilder<unknown>> & Record<'importId' | 'rule', string>,
): Promise<Map<number, number>> {
  await sql`
    insert into import_keys (import_id, rule, key, number)
    select ${importId}, ${rule}, ${key}, given.n from ${given} order by given.n
    on conflict do nothing`.execute(db);
  // Materialized, so that each key is computed once and not for every pair of records. A lateral subquery
  // that cannot be flattened looks each key up in the index: without statistics of a table that has just been
  // filled, PostgreSQL would read all keys of the import for every batch.
  const { rows } = await sql<{ number: number; first: number }>`
    with keyed as materialized (select given.n, ${key} as key from ${given})
    select keyed.n as number, known.number as first from keyed cross join lateral (
      select number from import_keys where import_id = ${importId} and rule = ${rule} and key = keyed.key offset 0
    ) as known where known.number < keyed.n`.execute(db);
  return new Map(rows.map(({ number, first }) => [number, first]));
}

const fieldOf = ({ service }: ImportPlan, name: string): ResourceField => service.resource.fields[name]!;

const isFolded = (field: ResourceField, rule: UniqueRule) => field.isFolded && !rule.exact;

const normalized = (value: ReturnType<typeof sql.ref>) =>
  sql`left(fold(${value}), ${sql.lit(SEARCH_COLUMN_LENGTH)})`;

/** Returns a rule's values as a table; undefined if it applies to none: nulls are not equal by default. */
function givenRows({ rule, rows }: Batch) {
  const texts = rows
    .filter(({ values }) => rule.nulls === 'same' || rule.fields.every((name) => values[name] != null))
    .map(({ number, values }) => ({
      n: number,
      ...Object.fromEntries(
        rule.fields.map((name, place) => [`f${place}`, values[name] == null ? null : String(values[name])]),
      ),
    }));
  if (texts.length === 0) return undefined;
  const columns = rule.fields.map((_, place) => sql`${sql.ref(`f${place}`)} text`);
  return sql`jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given(n int, ${sql.join(columns)})`;
}
