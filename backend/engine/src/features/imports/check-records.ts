import { type Language, languages } from '@bindery/contract/records/init.ts';
import { hasDefault } from '@bindery/contract/records/resources/defaults.ts';
import { comparisonsOf } from '@bindery/contract/records/rows/comparisons.ts';
import { ruleApplies } from '@bindery/contract/records/rows/matches.ts';
import { fieldErrors } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField, UniqueRule } from '@bindery/contract/schema/index.ts';
import { z } from 'zod';
import type { Transaction } from '#backend/database/connection.ts';
import { readingIn } from '#backend/database/query.ts';
import { APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { pageTexts } from '#backend/kernel/page-texts.ts';
import { uniqueError } from '#backend/records/resources/database-errors.ts';
import type { RecordJson } from '#backend/records/resources/query/projection.ts';
import { isLimited } from '#backend/records/resources/query/rights.ts';
import { reachableIds } from '#backend/records/resources/query/scope.ts';
import { checkFieldRules } from '#backend/records/resources/stages/apply-field-rules.ts';
import { defaults } from '#backend/records/resources/stages/defaults.ts';
import { readRecords } from '#backend/records/resources/stages/read-records.ts';
import { WriteCheck } from '#backend/records/resources/stages/write-check.ts';
import {
  foldTexts,
  requireFiles,
  requireReferences,
  resolveChangedLabels,
  resolveLabels,
} from './check-references.ts';
import {
  addError,
  addErrors,
  addRepeated,
  type Batch,
  type CheckedRecord,
  type ImportRow,
  type RowErrors,
  rejection,
} from './checked-record.ts';
import { duplicatesInFile, existingByRule, repeatedIds } from './find-duplicates.ts';
import { type ImportPlan, readCells } from './plan.ts';
import type { FileRecord } from './read-records.ts';

/**
 * Checks a batch of records like their create or update would: against the schemas, references and unique
 * rules. The write of the batch runs the hooks, in a dry run too. With `importId` the records are also
 * compared with earlier ones of the file.
 */
export async function checkRecords(
  db: Transaction,
  { plan, records, importId }: { plan: ImportPlan; records: readonly FileRecord[]; importId?: string },
): Promise<CheckedRecord[]> {
  const rows = records.map((record): ImportRow => {
    const given = readCells(plan, record.cells);
    const errors: RowErrors = Object.create(null);
    return { ...record, given, values: { ...given.values }, target: undefined, errors };
  });
  for (const row of rows)
    if (row.cells.length > plan.targets.length) addError(row, 'cells', 'errors.tooManyCells');
  const batch = { plan, rows, importId };
  await resolveWords(db, batch);
  await resolveLabels(db, batch);
  await findTargets(db, batch);
  await rejectUnchangeable(db, batch);
  // Nothing else about a record that does not exist, or that the user may not change: its update would report
  // only that.
  const open = { ...batch, rows: rows.filter(({ isOutside }) => !isOutside) };
  await resolveChangedLabels(db, open);
  const existing = await checkValues(db, open);
  // Before the rows, whose filters may compare values of referenced records, hidden ones included.
  await requireReferences(db, open);
  await requireRows(db, { ...open, existing });
  await requireFiles(db, open);
  for (const rule of plan.rules) await requireUnique(db, { ...open, rule });
  return rows.map(({ given: _, isOutside: __, ...row }) => row);
}

/** A word that pages show for a value. */
type Word = readonly [word: string, value: string | boolean];

/**
 * Replaces the words that pages show for the values of selects and booleans with these values: in any
 * language, exactly or ignoring case and accents. A word for several values is an error of the row.
 */
async function resolveWords(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { resource } = plan.service;
  for (const target of plan.targets) {
    if (target?.kind !== 'value') continue;
    const { field } = target;
    const given = rows.flatMap((row) => {
      const text = row.values[field.name];
      return typeof text === 'string' && isWord(field, text) ? [{ row, text: text.trim() }] : [];
    });
    if (given.length === 0) continue;
    const words = shownWords(resource, field);
    const folded = await foldTexts(db, [...words.map(([word]) => word), ...given.map(({ text }) => text)]);
    for (const { row, text } of given) {
      const written = valuesOf(words.filter(([word]) => word === text));
      const alike = () => valuesOf(words.filter(([word]) => folded.get(word) === folded.get(text)));
      const [value, ...others] = written.length > 0 ? written : alike();
      if (value === undefined) continue;
      if (others.length === 0) row.values[field.name] = value;
      else {
        const values = [value, ...others].join(', ');
        addError(row, field.name, 'errors.ambiguousWord', { values });
      }
    }
  }
}

/** Whether the text of a cell is none of the values of a field that has words for them. */
function isWord({ values, type }: ResourceField, text: string): boolean {
  if (text.trim() === '') return false;
  return values ? !values.includes(text) : type.type === 'boolean';
}

const valuesOf = (words: readonly Word[]) => [...new Set(words.map(([, value]) => value))];

function shownWords(resource: Resource, field: ResourceField): Word[] {
  const words = (language: Language): Word[] => {
    const { labels, translate } = pageTexts(language);
    if (field.values) return field.values.map((value) => [labels.option(resource, field, value), value]);
    const label = labels.field(resource, field);
    return [
      [translate('manager.boolean.yes'), true],
      [translate('manager.boolean.no'), false],
      [labels.option(resource, field, 'true', label), true],
      [
        labels.option(resource, field, 'false', translate('manager.recordPage.isNot', { field: label })),
        false,
      ],
    ];
  };
  const own = (field.values ?? []).map((value): Word => [value, value]);
  return [...own, ...languages.flatMap(words)];
}

const UUID = z.uuid();

/**
 * Finds the records that a batch updates, by id or with a unique rule as planned, among those that the user
 * may read; others are new.
 */
async function findTargets(db: Transaction, batch: Batch): Promise<void> {
  const { matchBy } = batch.plan;
  if (matchBy === 'id') await findById(db, batch);
  else if (matchBy) await findByRule(db, { ...batch, rule: matchBy });
}

async function findById(db: Transaction, { plan, rows, importId }: Batch): Promise<void> {
  const isId = (id: string | undefined): id is string => UUID.safeParse(id).success;
  const ids = rows.map(({ given }) => given.id).filter(isId);
  const { service, actor } = plan;
  const known = await reachableIds(readingIn(db), { resource: service.resource, actor, ids });
  for (const row of rows) {
    const { id } = row.given;
    if (id === undefined) continue;
    if (known.has(id)) row.target = id;
    else {
      row.isOutside = true;
      addError(row, 'id', 'errors.recordNotFound');
    }
  }
  if (importId === undefined) return;
  const found = rows.flatMap(({ number, target }) => (target ? [{ number, id: target }] : []));
  const repeated = await repeatedIds(db, { importId, rows: found });
  for (const row of rows) addRepeated(row, { field: 'id', first: repeated.get(row.number) });
}

async function findByRule(
  db: Transaction,
  { plan, rows, rule }: Batch & { rule: UniqueRule },
): Promise<void> {
  // Values are looked up as the schema normalizes them.
  const shape = (plan.update as z.ZodObject).shape;
  const fixed = defaults(plan);
  const givenOf = (values: Readonly<Record<string, unknown>>, name: string) =>
    values[name] ?? (rule.within.includes(name) ? fixed[name] : undefined);
  const normalized = rows.flatMap(({ number, values }) => {
    const parsed = rule.fields.map((name) => [name, shape[name]?.safeParse(givenOf(values, name))] as const);
    if (parsed.some(([, result]) => !result?.success)) return [];
    return [{ number, values: Object.fromEntries(parsed.map(([name, result]) => [name, result!.data])) }];
  });
  const existing = await existingByRule(db, { plan, rule, rows: normalized, access: { actor: plan.actor } });
  for (const row of rows) row.target = existing.get(row.number);
}

/** Rejects the updates of records that the user may read, but not change, with the error of an update. */
async function rejectUnchangeable(db: Transaction, { plan, rows }: Batch): Promise<void> {
  const { actor, service } = plan;
  const access = { resource: service.resource, actor, action: 'update' } as const;
  if (!isLimited(actor, access.resource, access.action)) return;
  const ids = rows.flatMap(({ target }) => target ?? []);
  const changeable = await reachableIds(readingIn(db), { ...access, ids });
  for (const row of rows) {
    if (row.target === undefined || changeable.has(row.target)) continue;
    row.isOutside = true;
    addErrors(row, { record: [rejection('record', new ApiError('FORBIDDEN'))] });
  }
}

/** Records that would be updated, by id. */
type Existing = ReadonlyMap<string, RecordJson>;

/**
 * Validates the values of a batch against the schema of their create or update, and replaces them with the
 * normalized ones. Returns the records that it has read.
 */
async function checkValues(db: Transaction, { plan, rows }: Batch): Promise<Existing> {
  const existing = await recordsToUpdate(db, { service: plan.service, rows });
  for (const row of rows) validate(row, { plan, before: existing.get(row.target ?? '') });
  return existing;
}

/** Checks that the user may still write the records, as far as their values decide it. */
async function requireRows(
  db: Transaction,
  { plan: { service, actor }, rows, existing }: Batch & { existing: Existing },
): Promise<void> {
  const check = new WriteCheck({ service, actor, reading: readingIn(db) });
  for (const row of rows) {
    const given = Object.fromEntries(Object.entries(row.values).filter(([name]) => !row.errors[name]));
    const error = await check.rowError(
      row.target === undefined
        ? { values: { ...defaults({ service, actor }), ...given } }
        : { before: existing.get(row.target) ?? {}, values: given },
    );
    if (!error) continue;
    row.isOutside = true;
    addErrors(row, error.details.errors ?? {});
  }
}

/** Returns the records that would be updated, if their fields depend on others, by id. */
async function recordsToUpdate(
  db: Transaction,
  { service, rows }: Pick<ImportPlan, 'service'> & Pick<Batch, 'rows'>,
): Promise<Existing> {
  const { resource } = service;
  const depends = Object.values(resource.fields).some(
    (field) => field.when || comparisonsOf(resource, field).length > 0,
  );
  const ids = depends ? rows.flatMap(({ target }) => target ?? []) : [];
  const projection = service.projection(APPLICATION, undefined, 'stored');
  return ids.length > 0 ? readRecords(readingIn(db), { projection, ids: [...new Set(ids)] }) : new Map();
}

/** Validates a record against its create or update schema, and replaces its values with normalized ones. */
function validate(
  row: ImportRow,
  { plan, before }: { plan: ImportPlan; before: RecordJson | undefined },
): void {
  const isUnknown = row.target === undefined;
  if (isUnknown && !plan.mayCreate) addError(row, 'id', 'errors.mayNotCreate');
  // Of a record that may not be created, nothing is required that the file does not have.
  const isNew = isUnknown && plan.mayCreate;
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
    const write = { values: row.values, ...(before && { before }) };
    if (isNew || before) addErrors(row, checkFieldRules(plan.service.resource, write).errors);
  } else {
    row.values = values;
    const added = Object.entries(fieldErrors(parsed.error.issues)).filter(([name]) => !row.errors[name]);
    addErrors(row, Object.fromEntries(added));
  }
}

/** Checks a unique rule against all records, and with `importId` against earlier records of the file. */
async function requireUnique(
  db: Transaction,
  { plan, rows, rule, importId }: Batch & { rule: UniqueRule },
): Promise<void> {
  const { resource } = plan.service;
  // The file need not name the tenant of new records, which the user's row filter fixes.
  const fixed = defaults(plan);
  for (const row of rows.filter(({ target }) => target === undefined))
    for (const name of rule.within) row.values[name] ??= fixed[name];
  const ofNew = Object.fromEntries(
    Object.keys(rule.when ?? {}).map((name) => [name, resource.fields[name]!.default ?? null]),
  );
  // A partial update may not contain the other values of a rule, and of its `when`: the database then
  // decides.
  const complete = rows.filter(
    ({ errors, values, target, isOutside }) =>
      !isOutside &&
      ruleApplies(resource, rule, { ...(target === undefined && ofNew), ...values }) &&
      rule.fields.every((name) => !errors[name] && (target === undefined || values[name] !== undefined)),
  );
  if (complete.length === 0) return;
  // The rule covers all live records, like the index that enforces it.
  const access = { actor: APPLICATION, rows: 'live' } as const;
  const existing = await existingByRule(db, { plan, rule, rows: complete, access });
  for (const row of complete) {
    const id = existing.get(row.number);
    if (id !== undefined && id !== row.target)
      addErrors(row, { [rule.reportOn]: [uniqueError(resource, rule)] });
  }
  if (importId === undefined) return;
  const repeated = await duplicatesInFile(db, { plan, rule, rows: complete, importId });
  for (const row of complete) addRepeated(row, { field: rule.reportOn, first: repeated.get(row.number) });
}
