import type { FieldError } from '@bindery/contract/records/errors.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { type FieldErrorKey, fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField, UniqueRule } from '@bindery/contract/schema/index.ts';
import { databaseName } from '@bindery/contract/schema/names.ts';
import { isStorageFull, isUnavailable } from '#backend/database/connection-errors.ts';
import { valuesRuleName } from '#backend/database/select-values.ts';
import { type Actor, APPLICATION } from '#backend/kernel/http/actor.ts';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { maySee } from './query/rights.ts';

/** The properties of a database error that both drivers set and MikroORM passes on. */
interface DatabaseError {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
  readonly detail?: string;
}

/** An API error and the fields that it concerns. */
interface Meaning {
  readonly rejection: ApiError;
  readonly fields?: readonly string[];
}
type Translate = (resource: Resource, error: DatabaseError) => Meaning;

/** Returns the error of a reference to a nonexistent record; that of several references names the value. */
export const referenceError = ({ name, join }: ResourceField, value: string): FieldError =>
  join ? fieldError(name, 'errors.valueNotFound', { value }) : fieldError(name, 'errors.referenceNotFound');

/** Returns the error of values that another record has, for the field that the rule reports it on. */
export const uniqueError = (
  { singularTitle: record }: Resource,
  { fields, reportOn, within }: UniqueRule,
): FieldError => {
  const others = fields.filter((name) => name !== reportOn && !within.includes(name));
  return others.length === 0
    ? fieldError(reportOn, 'errors.unique', { record })
    : fieldError(reportOn, 'errors.uniqueTogether', { others: others.join(', ') });
};

const invalid = (): Meaning => ({ rejection: new ApiError('INVALID') });

const invalidField = (
  { name }: ResourceField,
  key: FieldErrorKey,
  values?: Readonly<Record<string, string>>,
): Meaning => ({ rejection: new ApiError('INVALID', errorsAt(name, key, values)), fields: [name] });

const notNull: Translate = (resource, { column }) => {
  const field = fieldsOf(resource).find((candidate) => candidate.column === column);
  return field ? invalidField(field, 'errors.required') : invalid();
};

const unique: Translate = (resource, { constraint }) => {
  const rule = resource.unique.find(({ name }) => name === constraint);
  if (!rule) return { rejection: new ApiError('CONFLICT') };
  const errors = { [rule.reportOn]: [uniqueError(resource, rule)] };
  const fields = rule.fields.filter((name) => !rule.within.includes(name));
  return {
    rejection: new ApiError('CONFLICT', { errors }),
    fields: [...fields, ...Object.keys(rule.when ?? {})],
  };
};

const foreignKey: Translate = (resource, { constraint, detail = '' }) => {
  const fields: ResourceField[] = Object.values(resource.fields);
  const field = fields.find(
    ({ column, join, computed }) =>
      !computed && constraint === databaseName(join?.table ?? resource.table, column, 'foreign'),
  );
  if (!field) return { rejection: new ApiError('CONFLICT') };
  const [value = '–'] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(detail) ?? [];
  const errors = { [field.name]: [referenceError(field, value)] };
  return { rejection: new ApiError('INVALID', { errors }), fields: [field.name] };
};

const notAValue: Translate = (resource, { constraint }) => {
  const fields: ResourceField[] = Object.values(resource.fields);
  const field = fields.find((one) => one.values && valuesRuleName(resource, one) === constraint);
  const options = field?.values?.join(', ') ?? '';
  return field ? invalidField(field, 'errors.invalidOption', { options }) : invalid();
};

/** Maps error codes of PostgreSQL or Node to API errors. */
const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  '23502': notNull,
  '23503': foreignKey,
  '23505': unique,
  '23514': notAValue,
  // A value that cannot be stored: a NUL, a value out of range or without a result, or a text too long for
  // its index.
  ...Object.fromEntries(
    ['22021', '22P05', '22001', '22003', '22007', '22008', '22012', '22P02', '54000'].map((code) => [
      code,
      invalid,
    ]),
  ),
};

/** Returns whether an error is a foreign key violation; PostgreSQL 18 separates RESTRICT and NO ACTION. */
export const isInUse = (error: unknown): boolean =>
  ['23503', '23001'].includes((error as DatabaseError).code ?? '');

/** Returns whether an error is a violated constraint. */
export const isViolation = (error: unknown): boolean =>
  String((error as DatabaseError | undefined)?.code).startsWith('23');

/**
 * A computed field has no value for a stored record, such as a number out of range. The request of the read
 * is valid, so this becomes a logged 500.
 */
export class UnreadableRecord extends Error {
  override name = 'UnreadableRecord';

  constructor(resource: Resource, cause: Error) {
    super(`A record of ${resource.name} cannot be read: ${cause.message}`, { cause });
  }
}

/** PostgreSQL's "data exceptions", without characters that it cannot store: only a request has these. */
const DATA_EXCEPTION = /^22(?!021|P05)[\dA-Z]{3}$/;

/** Returns whether a statement failed at a value, such as one out of range or a division by zero. */
export const isDataException = (error: unknown): error is Error =>
  error instanceof Error && DATA_EXCEPTION.test((error as DatabaseError).code ?? '');

/** Converts the error of a read. Filters are validated before, so only stored values cause the others. */
export function toReadError(error: unknown, resource: Resource): unknown {
  if (isDataException(error)) return new UnreadableRecord(resource, error);
  return toApiError(error, { resource, actor: APPLICATION });
}

/** Converts a database error to an ApiError that reveals no field the actor may not read. */
export function toApiError(
  error: unknown,
  { resource, actor }: { resource: Resource; actor: Actor },
): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  if (isUnavailable(error)) return new ApiError('UNAVAILABLE', {}, { cause: error });
  if (isStorageFull(error)) return new ApiError('STORAGE_FULL', {}, { cause: error });
  const translate = TRANSLATIONS[(error as DatabaseError).code ?? ''];
  if (!translate) return error;
  const { rejection, fields } = translate(resource, error as DatabaseError);
  const isHidden = (name: string) => resource.fields[name] && !maySee(actor, resource.fields[name]);
  return fields?.some(isHidden) ? new ApiError(rejection.code) : rejection;
}

/**
 * Checks for a NUL in text values, which JSON allows and PostgreSQL cannot store.
 * @throws ApiError INVALID that names the fields.
 */
export function rejectNulCharacters(values: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(values).filter(
    (name) => typeof values[name] === 'string' && values[name].includes('\0'),
  );
  if (wrong.length > 0) throw new ApiError('INVALID', errorsAt(wrong, 'errors.invalid'));
}
