import { isUnavailable } from '#backend/database/unavailable.ts';
import { ApiError } from '#backend/http/api-error.ts';
import type { FieldError } from '#contract/errors.ts';
import { fieldsOf } from '#contract/resources/fields.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { databaseName } from '#contract/schema/names.ts';
import { fieldError } from '#contract/validation.ts';

/** The part of a database's error that both drivers give, and MikroORM passes on. */
interface DatabaseError {
  readonly code?: string;
  readonly constraint?: string;
  readonly column?: string;
}

type Translate = (resource: Resource, error: DatabaseError) => ApiError;

const invalid = (errors?: Readonly<Record<string, readonly FieldError[]>>) =>
  new ApiError('INVALID', errors && { errors });

const missing: Translate = (resource, { column }) => {
  const field = fieldsOf(resource).find((candidate) => candidate.column === column);
  return field ? invalid({ [field.name]: [fieldError(field.name, 'errors.required')] }) : invalid();
};

const taken: Translate = (resource, { constraint }) => {
  const rule = resource.unique.find(({ name }) => name === constraint);
  if (!rule) return new ApiError('CONFLICT');
  const others = rule.fields.filter((name) => name !== rule.reportOn);
  const error =
    others.length === 0
      ? fieldError(rule.reportOn, 'errors.unique', { record: resource.singularTitle })
      : fieldError(rule.reportOn, 'errors.uniqueTogether', { others: others.join(', ') });
  return new ApiError('CONFLICT', { errors: { [rule.reportOn]: [error] } });
};

const dangling: Translate = (resource, { constraint }) => {
  const fields: ResourceField[] = Object.values(resource.fields);
  const field = fields.find(({ column }) => constraint === databaseName(resource.table, column, 'foreign'));
  return field
    ? invalid({ [field.name]: [fieldError(field.name, 'errors.referenceNotFound')] })
    : new ApiError('CONFLICT');
};

const refused: Translate = () => invalid();

/** What an error of the database means to a caller, by PostgreSQL's code or Node's. */
const MEANINGS: Readonly<Record<string, Translate>> = {
  '23502': missing,
  '23503': dangling,
  '23505': taken,
  // Text that cannot be kept: a NUL, a value out of range, an entry too long for its index.
  ...{ '22021': refused, '22P05': refused, '22001': refused, '22003': refused, '22007': refused },
  ...{ '22008': refused, '22P02': refused, '54000': refused },
};

/** True for the refusal to delete a row that others refer to; PostgreSQL 18 tells RESTRICT from NO ACTION. */
export const isInUse = (error: unknown): boolean =>
  ['23503', '23001'].includes((error as DatabaseError).code ?? '');

/** An error of the database as the refusal that it means; any other error as it is. */
export function meaningOf(error: unknown, resource: Resource): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  if (isUnavailable(error)) return new ApiError('UNAVAILABLE');
  const translate = MEANINGS[(error as DatabaseError).code ?? ''];
  return translate ? translate(resource, error as DatabaseError) : error;
}

/**
 * Text with a NUL, which JSON can carry and PostgreSQL cannot keep.
 *
 * @throws ApiError INVALID that names the fields.
 */
export function refuseNul(values: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(values).filter(
    (name) => typeof values[name] === 'string' && values[name].includes('\0'),
  );
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((name) => [name, [fieldError(name, 'errors.invalid')]])));
}
