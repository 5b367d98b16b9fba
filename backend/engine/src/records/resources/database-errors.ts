import type { FieldError } from '@bindery/contract/records/errors.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { type FieldErrorKey, fieldError } from '@bindery/contract/records/validation.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { databaseName } from '@bindery/contract/schema/names.ts';
import { isStorageFull, isUnavailable } from '#backend/database/connection-errors.ts';
import { valuesRuleName } from '#backend/database/select-values.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
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

const invalid = (errors?: Readonly<Record<string, readonly FieldError[]>>) =>
  new ApiError('INVALID', errors && { errors });

const of = (field: ResourceField, key: FieldErrorKey): Meaning => ({
  rejection: invalid({ [field.name]: [fieldError(field.name, key)] }),
  fields: [field.name],
});

const notNull: Translate = (resource, { column }) => {
  const field = fieldsOf(resource).find((candidate) => candidate.column === column);
  return field ? of(field, 'errors.required') : { rejection: invalid() };
};

const unique: Translate = (resource, { constraint }) => {
  const rule = resource.unique.find(({ name }) => name === constraint);
  if (!rule) return { rejection: new ApiError('CONFLICT') };
  const { reportOn, within } = rule;
  const fields = rule.fields.filter((name) => !within.includes(name));
  const others = fields.filter((name) => name !== reportOn);
  const error =
    others.length === 0
      ? fieldError(reportOn, 'errors.unique', { record: resource.singularTitle })
      : fieldError(reportOn, 'errors.uniqueTogether', { others: others.join(', ') });
  return {
    rejection: new ApiError('CONFLICT', { errors: { [reportOn]: [error] } }),
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
  if (!field.join) return of(field, 'errors.referenceNotFound');
  const [value = '–'] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec(detail) ?? [];
  const error = fieldError(field.name, 'errors.valueNotFound', { value });
  return { rejection: invalid({ [field.name]: [error] }), fields: [field.name] };
};

const notAValue: Translate = (resource, { constraint }) => {
  const fields: ResourceField[] = Object.values(resource.fields);
  const field = fields.find((one) => one.values && valuesRuleName(resource, one) === constraint);
  if (!field) return { rejection: invalid() };
  const options = { options: field.values?.join(', ') ?? '' };
  const errors = { [field.name]: [fieldError(field.name, 'errors.invalidOption', options)] };
  return { rejection: invalid(errors), fields: [field.name] };
};

const invalidText: Translate = () => ({ rejection: invalid() });

/** Maps error codes of PostgreSQL or Node to API errors. */
const TRANSLATIONS: Readonly<Record<string, Translate>> = {
  '23502': notNull,
  '23503': foreignKey,
  '23505': unique,
  '23514': notAValue,
  // A value that cannot be stored: a NUL, a value out of range, or a text too long for its index.
  '22021': invalidText,
  '22P05': invalidText,
  '22001': invalidText,
  '22003': invalidText,
  '22007': invalidText,
  '22008': invalidText,
  '22P02': invalidText,
  '54000': invalidText,
};

/**
 * Returns whether an error is a foreign key violation; PostgreSQL 18 has separate codes for RESTRICT and NO
 * ACTION.
 */
export const isInUse = (error: unknown): boolean =>
  ['23503', '23001'].includes((error as DatabaseError).code ?? '');

/** Returns whether an error is a violated constraint. */
export const isViolation = (error: unknown): boolean =>
  String((error as DatabaseError | undefined)?.code).startsWith('23');

/** Converts a database error to an ApiError that reveals no field the actor may not read. */
export function toApiError(
  error: unknown,
  { resource, actor }: { resource: Resource; actor: Actor },
): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  if (isUnavailable(error)) return new ApiError('UNAVAILABLE');
  if (isStorageFull(error)) return new ApiError('STORAGE_FULL');
  const translate = TRANSLATIONS[(error as DatabaseError).code ?? ''];
  if (!translate) return error;
  const { rejection, fields } = translate(resource, error as DatabaseError);
  const isHidden = (name: string) => resource.fields[name] && !maySee(actor, resource.fields[name]);
  return fields?.some(isHidden) ? new ApiError(rejection.code) : rejection;
}

/**
 * Checks for a NUL in text values, which JSON allows and PostgreSQL cannot store.
 *
 * @throws ApiError INVALID that names the fields.
 */
export function rejectNulCharacters(values: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(values).filter(
    (name) => typeof values[name] === 'string' && values[name].includes('\0'),
  );
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((name) => [name, [fieldError(name, 'errors.invalid')]])));
}
