import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { ApiError } from '#backend/http/api-error.ts';
import { fieldError } from '#contract/validation.ts';
import type { DatabaseRow } from './projection.ts';
import { keyValues, type SortKey } from './sorting.ts';

const contents = z.tuple([z.string(), z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))]);

/** Identifies a sort: a cursor is valid only for the sort that it was created with. */
const sortSignature = (keys: readonly SortKey[]): string =>
  keys.map(({ name, direction }) => (direction === 'desc' ? `-${name}` : name)).join(',');

/** Returns the cursor that continues after a row: its sort keys and the sort's signature. */
export function cursorAfter(row: DatabaseRow, keys: readonly SortKey[]): string {
  return Buffer.from(JSON.stringify([sortSignature(keys), keyValues(row, keys)])).toString('base64url');
}

/** Returns the error for an invalid cursor. */
export const invalidCursor = (): ApiError =>
  new ApiError('INVALID', { errors: { _after: [fieldError('_after', 'errors.invalidCursor')] } });

/**
 * Returns the condition that a row comes after the cursor's row in the sort.
 *
 * @throws ApiError INVALID that names `_after` when the cursor is malformed or belongs to another sort.
 */
export function afterCursor(cursor: string, keys: readonly SortKey[]): Expression<SqlBool> {
  const values = decode(cursor, keys);
  const columns = keys.map(({ column }) => sql.ref(column));
  const simple = keys.every(({ nullable, direction }) => !nullable && direction === keys[0]!.direction);
  // Comparing rows is a single index lookup, however deep the page is.
  if (simple) {
    const than = keys[0]!.direction === 'asc' ? sql`>` : sql`<`;
    return sql`(${sql.join(columns)}) ${than} (${sql.join(values)})`;
  }
  return keys.reduceRight<Expression<SqlBool>>((rest, key, index) => {
    const [column, value] = [columns[index]!, values[index]!];
    const after = afterValue(key, { column, value });
    if (index === keys.length - 1) return after;
    const same = value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    return sql`(${after} or (${same} and ${rest}))`;
  }, sql`false`);
}

/** Compares one column with the cursor's value: nulls come last in ascending, first in descending order. */
function afterValue(
  { direction, nullable }: SortKey,
  { column, value }: { column: Expression<unknown>; value: string | number | boolean | null },
): Expression<SqlBool> {
  if (direction === 'desc') return value === null ? sql`${column} is not null` : sql`${column} < ${value}`;
  if (value === null) return sql`false`;
  return nullable ? sql`(${column} > ${value} or ${column} is null)` : sql`${column} > ${value}`;
}

function decode(cursor: string, keys: readonly SortKey[]) {
  const [signature, values] = contents.safeParse(parse(cursor)).data ?? [];
  const fits =
    signature === sortSignature(keys) &&
    values?.length === keys.length &&
    values.every((value, index) => value !== null || keys[index]!.nullable);
  if (!fits) throw invalidCursor();
  return values;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
