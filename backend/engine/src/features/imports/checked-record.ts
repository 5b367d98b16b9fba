import { errorMessages, type FieldError } from '@bindery/contract/records/errors.ts';
import { fieldError } from '@bindery/contract/records/validation.ts';
import type { ApiError } from '#backend/kernel/http/api-error.ts';
import type { GivenRecord, ImportPlan } from './plan.ts';
import type { FileRecord } from './read-records.ts';

/** The errors of a record by field. */
export type RowErrors = Record<string, FieldError[]>;

/** A checked record of a file. */
export interface CheckedRecord extends FileRecord {
  readonly values: Readonly<Record<string, unknown>>;
  /** The id of the existing record to update; undefined for a new one. */
  readonly target: string | undefined;
  readonly errors: RowErrors;
}

/** A record of a file during the check, with the findings so far. */
export interface ImportRow extends FileRecord {
  readonly given: GivenRecord;
  values: Record<string, unknown>;
  target: string | undefined;
  readonly errors: RowErrors;
  /** No such record exists, or the user may not write it, so no clash with another one may be revealed. */
  isOutside?: boolean;
}

/** Records to check together, with `importId` also compared with earlier ones of the file. */
export interface Batch {
  readonly plan: ImportPlan;
  readonly rows: readonly ImportRow[];
  readonly importId: string | undefined;
}

/** Returns the line of a record as a spreadsheet shows it: the first one has the headings. */
export const lineOf = (number: number): number => number + 1;

/** Adds errors to a record, by field. */
export function addErrors(
  { errors }: ImportRow,
  added: Readonly<Record<string, readonly FieldError[]>>,
): void {
  for (const [name, all] of Object.entries(added)) errors[name] = [...(errors[name] ?? []), ...all];
}

/** Adds an error to a field of a record. */
export const addError = (row: ImportRow, ...[field, key, values]: Parameters<typeof fieldError>): void =>
  addErrors(row, { [field]: [fieldError(field, key, values)] });

/** Adds the error of a record that repeats an earlier one of the file, if there is one. */
export function addRepeated(
  row: ImportRow,
  { field, first }: { field: string; first: number | undefined },
): void {
  if (first !== undefined) addError(row, field, 'errors.duplicateInFile', { row: lineOf(first) });
}

/** Returns why the server rejects a record or a file, with a translation key if the error has one. */
export function rejection(name: string, { code, message, details: { reason } }: ApiError): FieldError {
  if (reason?.key !== undefined)
    return { key: reason.key, message: reason.message, ...(reason.values && { values: reason.values }) };
  if (reason === undefined && message === errorMessages[code])
    return { key: `errors.codes.${code}`, message };
  return fieldError(name, 'errors.rejected', { reason: reason?.message ?? message });
}
