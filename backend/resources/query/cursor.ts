import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { fieldError } from '#contract/validation.ts';
import type { DatabaseRow } from './projection.ts';
import { keyValues, type SortKey, sortSignature } from './sorting.ts';

const contents = z.tuple([z.string(), z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))]);

/** Returns the cursor that continues after a row: its sort keys and the sort's signature. */
export function cursorAfter(row: DatabaseRow, keys: readonly SortKey[]): string {
  return Buffer.from(JSON.stringify([sortSignature(keys), keyValues(row, keys)])).toString('base64url');
}

/**
 * Decodes a cursor and returns its sort keys.
 *
 * @throws ApiError INVALID that names `_after` when the cursor is malformed or belongs to another sort.
 */
export function readCursor(cursor: string, keys: readonly SortKey[]): readonly unknown[] {
  const [signature, values] = contents.safeParse(parse(cursor)).data ?? [];
  const fits =
    signature === sortSignature(keys) &&
    values?.length === keys.length &&
    values.every((value, index) => value !== null || keys[index]!.nullable);
  if (!fits) throw invalidCursor();
  return values;
}

/** Returns the error for an invalid cursor. */
export const invalidCursor = (): ApiError =>
  new ApiError('INVALID', { errors: { _after: [fieldError('_after', 'errors.invalidCursor')] } });

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
