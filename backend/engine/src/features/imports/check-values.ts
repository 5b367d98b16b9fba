import type { FieldError } from '@bindery/contract/records/errors.ts';
import { hasDefault } from '@bindery/contract/records/resources/defaults.ts';
import { comparisonsOf } from '@bindery/contract/records/rows/comparisons.ts';
import { fieldError, fieldErrors } from '@bindery/contract/records/validation.ts';
import type { ResourceField } from '@bindery/contract/schema/index.ts';
import type { Transaction } from '#backend/database/connection.ts';
import type { RecordJson } from '#backend/records/resources/query/projection.ts';
import { checkFieldConditions } from '#backend/records/resources/stages/apply-conditions.ts';
import { defaults } from '#backend/records/resources/stages/defaults.ts';
import { readRecords } from '#backend/records/resources/stages/read-records.ts';
import { readerOf } from '#backend/records/resources/stages/session.ts';
import { WriteCheck } from '#backend/records/resources/stages/write-check.ts';
import { addError, type Batch, type ImportRow } from './checked-record.ts';
import type { ImportPlan } from './plan.ts';

/**
 * Validates the values of a batch against the schema of their create or update, replaces them with the
 * normalized ones, and checks that the user may write such records.
 */
export async function checkValues(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const existing = await recordsToUpdate(db, { plan, rows });
  for (const row of rows) validate(row, { plan, existing });
  const { service, actor } = plan;
  const check = new WriteCheck({ service, actor, read: readerOf(db) });
  for (const row of rows) await requireOwnRow(row, { plan, check, existing });
}

/** Returns the records that would be updated, if their fields depend on others, by id. */
async function recordsToUpdate(
  db: Transaction,
  { plan: { service }, rows }: Batch,
): Promise<ReadonlyMap<string, RecordJson>> {
  const { resource } = service;
  const depends = Object.values<ResourceField>(resource.fields).some(
    (field) => field.when || comparisonsOf(resource, field).length > 0,
  );
  const ids = depends ? rows.flatMap(({ target }) => target ?? []) : [];
  return ids.length > 0 ? readRecords(db, { service, ids: [...new Set(ids)] }) : new Map();
}

/**
 * Validates a record against the schema of its create or update, and replaces its values with the normalized
 * ones.
 */
function validate(
  row: ImportRow,
  { plan, existing }: { plan: ImportPlan; existing: ReadonlyMap<string, RecordJson> },
): void {
  const isNew = row.target === undefined;
  if (isNew && !plan.mayCreate) addError(row, 'id', fieldError('id', 'errors.mayNotCreate'));
  const fields: Readonly<Record<string, ResourceField>> = plan.service.resource.fields;
  // An empty cell of a new record means the default of a required field.
  const values = Object.fromEntries(
    Object.entries(row.values).filter(
      ([name, value]) => !(isNew && value === null && fields[name]?.required && hasDefault(fields[name])),
    ),
  );
  const parsed = (isNew ? plan.create : plan.update).safeParse(values, { reportInput: true });
  if (parsed.success) {
    row.values = { ...parsed.data };
    // The validity of an update depends on the record as well.
    const before = row.target === undefined ? undefined : existing.get(row.target);
    const write = { values: row.values, ...(before && { before }) };
    const refused = isNew || before ? checkFieldConditions(plan.service.resource, write).errors : {};
    for (const [name, errors] of Object.entries<FieldError[]>(refused))
      for (const error of errors) addError(row, name, error);
  } else {
    row.values = values;
    const known = new Set(Object.keys(row.errors));
    for (const [name, errors] of Object.entries(fieldErrors(parsed.error.issues)))
      if (!known.has(name)) for (const error of errors) addError(row, name, error);
  }
}

/** Checks that the user may still write a record, as far as its values decide it. */
async function requireOwnRow(
  row: ImportRow,
  {
    plan,
    check,
    existing,
  }: { plan: ImportPlan; check: WriteCheck; existing: ReadonlyMap<string, RecordJson> },
): Promise<void> {
  const { service, actor } = plan;
  const given = Object.fromEntries(Object.entries(row.values).filter(([name]) => !row.errors[name]));
  const error = await check.rowError(
    row.target === undefined
      ? { values: { ...defaults({ service, actor }), ...given } }
      : { before: existing.get(row.target) ?? {}, values: given },
  );
  if (!error) return;
  row.isOutside = true;
  for (const [name, errors] of Object.entries(error.details.errors ?? {}))
    for (const one of errors) addError(row, name, one);
}
