import { sql } from 'kysely';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { readRecords } from '#backend/resources/bulk/read-records.ts';
import { claimableFiles } from '#backend/resources/files/claim-files.ts';
import { checkFieldConditions } from '#backend/resources/operations/apply-conditions.ts';
import { defaults } from '#backend/resources/operations/create.ts';
import { referenceIds } from '#backend/resources/operations/recorded-values.ts';
import { writableError } from '#backend/resources/operations/require-written.ts';
import type { RecordJson } from '#backend/resources/query/projection.ts';
import { rowsOf } from '#backend/resources/query/scope.ts';
import type { FieldError } from '#contract/errors.ts';
import { hasDefault } from '#contract/resources/defaults.ts';
import { ruleApplies } from '#contract/rows/field-applies.ts';
import type { ResourceField, UniqueRule } from '#contract/schema/index.ts';
import { fieldError, fieldErrors } from '#contract/validation.ts';
import { duplicatesInFile, existingByRule, repeatedIds } from './find-duplicates.ts';
import { existingReferences, findByLabel } from './find-references.ts';
import { type GivenRecord, type ImportPlan, readCells } from './plan.ts';
import type { FileRecord } from './read-records.ts';

/** The errors of a record by field. */
export type RowErrors = Record<string, FieldError[]>;

/** A record of a file that has been checked. */
export interface CheckedRecord extends FileRecord {
  readonly values: Readonly<Record<string, unknown>>;
  /** The id of the existing record to update; undefined for a new one. */
  readonly target: string | undefined;
  readonly errors: RowErrors;
}

interface Checking extends FileRecord {
  readonly given: GivenRecord;
  values: Record<string, unknown>;
  target: string | undefined;
  readonly errors: RowErrors;
  /** The user may not write such a record, so they learn of no other that it would clash with. */
  isOutside?: boolean;
}

const UUID = z.uuid();

/** Returns the line of a record as a spreadsheet shows it: the first one has the headings. */
export const lineOf = (number: number): number => number + 1;

/**
 * Checks a batch of records like their create or update would: by the schemas, references and unique rules. Hooks do
 * not run. With `importId` the records are also compared with the earlier ones of the file.
 */
export async function checkRecords(
  db: Transaction,
  { plan, records, importId }: { plan: ImportPlan; records: readonly FileRecord[]; importId?: string },
): Promise<CheckedRecord[]> {
  const rows = records.map((record): Checking => {
    const given = readCells(plan, record.cells);
    const errors: RowErrors = Object.create(null);
    return { ...record, given, values: { ...given.values }, target: undefined, errors };
  });
  for (const row of rows)
    if (row.cells.length > plan.targets.length) add(row, 'cells', fieldError('cells', 'errors.tooManyCells'));
  await resolveLabels(db, { plan, rows });
  if (plan.matchBy === 'id') await findById(db, { plan, rows, importId });
  else if (plan.matchBy) await findByRule(db, { plan, rows, rule: plan.matchBy });
  const existing = await recordsToUpdate(db, { plan, rows });
  for (const row of rows) validate(row, { plan, existing });
  for (const row of rows) requireOwnRow(row, { plan, existing });
  await requireReferences(db, { plan, rows });
  await requireFiles(db, { plan, rows });
  for (const rule of plan.rules) await requireUnique(db, { plan, rows, rule, importId });
  return rows.map(({ given: _, isOutside: __, ...row }) => row);
}

interface Batch {
  readonly plan: ImportPlan;
  readonly rows: readonly Checking[];
}

function add({ errors }: Checking, field: string, error: FieldError): void {
  errors[field] = [...(errors[field] ?? []), error];
}

/** Adds the error of a record that repeats an earlier one of the file, if there is one. */
function addRepeated(row: Checking, { field, first }: { field: string; first: number | undefined }): void {
  if (first !== undefined)
    add(row, field, fieldError(field, 'errors.duplicateInFile', { row: lineOf(first) }));
}
/** Returns the error of a reference to nothing; of several, it names the one. */
const notFound = ({ name, join }: ResourceField, value: string): FieldError =>
  join ? fieldError(name, 'errors.valueNotFound', { value }) : fieldError(name, 'errors.referenceNotFound');

async function resolveLabels(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const find = await findByLabel(db, { plan, records: rows.map(({ given }) => given) });
  for (const row of rows)
    for (const [field, labels] of row.given.labels) {
      const ids: string[] = [];
      for (const label of labels) {
        const found = find(field, label);
        if (typeof found === 'object') ids.push(found.id);
        else if (found === 'several')
          add(row, field.name, fieldError(field.name, 'errors.ambiguousReference'));
        else add(row, field.name, notFound(field, label));
      }
      if (ids.length === labels.length) row.values[field.name] = field.join ? ids : ids[0];
    }
}

async function findById(
  db: Transaction,
  { plan, rows, importId }: Batch & { importId: string | undefined },
): Promise<void> {
  const isId = (id: string | undefined): id is string => UUID.safeParse(id).success;
  const ids = rows.map(({ given }) => given.id).filter(isId);
  const { service, actor } = plan;
  const existing = await rowsOf(db, { resource: service.resource, actor, action: 'update' })
    .select(sql.ref<string>('record.id').as('id'))
    .where(sql.ref<string>('record.id'), 'in', ids.length > 0 ? ids : [NO_ID])
    .execute();
  const known = new Set(existing.map(({ id }) => id));
  for (const row of rows) {
    const { id } = row.given;
    if (id === undefined) continue;
    if (known.has(id)) row.target = id;
    else add(row, 'id', fieldError('id', 'errors.recordNotFound'));
  }
  if (importId === undefined) return;
  const found = rows.flatMap(({ number, target }) => (target ? [{ number, id: target }] : []));
  const repeated = await repeatedIds(db, { importId, rows: found });
  for (const row of rows) addRepeated(row, { field: 'id', first: repeated.get(row.number) });
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

async function findByRule(
  db: Transaction,
  { plan, rows, rule }: Batch & { rule: UniqueRule },
): Promise<void> {
  // Values are looked up as the schema normalizes them.
  const shape = (plan.update as z.ZodObject).shape;
  const normalized = rows.flatMap(({ number, values }) => {
    const parsed = rule.fields.map((name) => [name, shape[name]?.safeParse(values[name])] as const);
    if (parsed.some(([, result]) => !result?.success)) return [];
    return [{ number, values: Object.fromEntries(parsed.map(([name, result]) => [name, result!.data])) }];
  });
  const access = { actor: plan.actor, action: 'update' } as const;
  const existing = await existingByRule(db, { plan, rule, rows: normalized, access });
  for (const row of rows) row.target = existing.get(row.number);
}

/** Returns the records that would be updated, if their fields have conditions, by id. */
async function recordsToUpdate(
  db: Transaction,
  { plan: { service }, rows }: Batch,
): Promise<ReadonlyMap<string, RecordJson>> {
  const hasConditions = Object.values<ResourceField>(service.resource.fields).some(({ when }) => when);
  const ids = hasConditions ? rows.flatMap(({ target }) => target ?? []) : [];
  return ids.length > 0 ? readRecords(db, { service, ids: [...new Set(ids)] }) : new Map();
}

/** Validates a record by the schema of its create or update, and replaces its values by the normalized ones. */
function validate(
  row: Checking,
  { plan, existing }: { plan: ImportPlan; existing: ReadonlyMap<string, RecordJson> },
): void {
  const isNew = row.target === undefined;
  if (isNew && !plan.mayCreate) add(row, 'id', fieldError('id', 'errors.mayNotCreate'));
  const fields: Readonly<Record<string, ResourceField>> = plan.service.resource.fields;
  // An empty cell of a new record stands for the default of a field that must have a value.
  const values = Object.fromEntries(
    Object.entries(row.values).filter(
      ([name, value]) => !(isNew && value === null && fields[name]?.required && hasDefault(fields[name])),
    ),
  );
  const parsed = (isNew ? plan.create : plan.update).safeParse(values, { reportInput: true });
  if (parsed.success) {
    row.values = { ...parsed.data };
    // The conditions of an update depend on the record as well.
    const before = row.target === undefined ? undefined : existing.get(row.target);
    const write = { values: row.values, ...(before && { before }) };
    const refused = isNew || before ? checkFieldConditions(plan.service.resource, write).errors : {};
    for (const [name, errors] of Object.entries<FieldError[]>(refused))
      for (const error of errors) add(row, name, error);
  } else {
    row.values = values;
    const known = new Set(Object.keys(row.errors));
    for (const [name, errors] of Object.entries(fieldErrors(parsed.error.issues)))
      if (!known.has(name)) for (const error of errors) add(row, name, error);
  }
}

/** Checks that a record stays one that the user may write, as far as its values tell. */
function requireOwnRow(
  row: Checking,
  { plan, existing }: { plan: ImportPlan; existing: ReadonlyMap<string, RecordJson> },
): void {
  const { service, actor } = plan;
  const action = row.target === undefined ? 'create' : 'update';
  const before = row.target === undefined ? defaults({ service, actor }) : existing.get(row.target);
  const given = Object.fromEntries(Object.entries(row.values).filter(([name]) => !row.errors[name]));
  const record = { ...before, ...given };
  const changed = row.target === undefined ? {} : { changed: Object.keys(given) };
  const error = writableError({ service, actor, action, record, ...changed });
  if (!error) return;
  row.isOutside = true;
  for (const [name, errors] of Object.entries(error.details.errors ?? {}))
    for (const one of errors) add(row, name, one);
}

async function requireReferences(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const fields = Object.values<ResourceField>(plan.service.resource.fields).filter(({ to }) => to);
  const right = rows.filter(({ errors }) => fields.every(({ name }) => !errors[name]));
  const exists = await existingReferences(db, { plan, values: right.map(({ values }) => values) });
  for (const row of right)
    for (const field of fields) {
      const missing = referenceIds(row.values[field.name]).find((id) => !exists(field, id));
      if (missing !== undefined) add(row, field.name, notFound(field, missing));
    }
}

async function requireFiles(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { resource } = plan.service;
  const fields = Object.values<ResourceField>(resource.fields).filter(({ upload }) => upload);
  for (const field of fields) {
    const idOf = ({ values, errors }: Checking) => (errors[field.name] ? undefined : values[field.name]);
    const ids = rows.map(idOf).filter((id) => typeof id === 'string');
    if (ids.length === 0) continue;
    const there = await claimableFiles(db, { resource, field, actor: plan.actor, ids });
    for (const row of rows) {
      const id = idOf(row);
      if (typeof id === 'string' && !there.has(id))
        add(row, field.name, fieldError(field.name, 'errors.fileNotFound'));
    }
  }
}

async function requireUnique(
  db: Transaction,
  { plan, rows, rule, importId }: Batch & { rule: UniqueRule; importId: string | undefined },
): Promise<void> {
  const { resource } = plan.service;
  const ofNew = Object.fromEntries(
    Object.keys(rule.when ?? {}).map((name) => [name, resource.fields[name]!.default ?? null]),
  );
  // A partial update may leave the other values of a rule, and of its condition, as they are: the database then decides.
  const complete = rows.filter(
    ({ errors, values, target, isOutside }) =>
      !isOutside &&
      ruleApplies(resource, rule, { ...(target === undefined && ofNew), ...values }) &&
      rule.fields.every((name) => !errors[name] && (target === undefined || values[name] !== undefined)),
  );
  if (complete.length === 0) return;
  // The rule counts all live records, as the index does that enforces it.
  const access = { actor: 'server', rows: 'live' } as const;
  const existing = await existingByRule(db, { plan, rule, rows: complete, access });
  const { singularTitle } = plan.service.resource;
  const others = rule.fields.filter((name) => name !== rule.reportOn);
  for (const row of complete) {
    const id = existing.get(row.number);
    if (id === undefined || id === row.target) continue;
    const error =
      others.length === 0
        ? fieldError(rule.reportOn, 'errors.unique', { record: singularTitle })
        : fieldError(rule.reportOn, 'errors.uniqueTogether', { others: others.join(', ') });
    add(row, rule.reportOn, error);
  }
  if (importId === undefined) return;
  const repeated = await duplicatesInFile(db, { plan, rule, rows: complete, importId });
  for (const row of complete) addRepeated(row, { field: rule.reportOn, first: repeated.get(row.number) });
}
