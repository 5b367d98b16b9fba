import { type Expression, type SqlBool, sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Order } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
import { param } from './prepared-statements.ts';
import type { DatabaseRow, Projection, SelectQuery } from './projection.ts';

/** One column that a list is sorted by. */
export interface SortKey {
  readonly name: string;
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly nullable: boolean;
}

const keyAlias = (index: number) => `key.${index}`;

/**
 * Returns the sort keys of a query. The id is always the last key, in the direction of the key before it, so
 * that the order is unambiguous and a reversed sort is an exact mirror image.
 *
 * @throws ApiError INVALID for a field that does not exist or may not be read by the role.
 */
export function sortKeys(view: Projection, requested: readonly Order[]): SortKey[] {
  const keys: SortKey[] = [];
  for (const { field: name, direction } of requested.length > 0 ? requested : [defaultSort(view)]) {
    if (name === 'id') return [...keys, { name, column: 'record.id', direction, nullable: false }];
    const field = view.field(name);
    if (!field) throw unknownSort(view, name);
    keys.push({ name, direction, ...view.orderColumn(field) });
  }
  const { direction } = keys.at(-1)!;
  return [...keys, { name: 'id', column: 'record.id', direction, nullable: false }];
}

/** Returns the sort of the config entry, or by id where the role may not read that field. */
function defaultSort({ resource, field }: Projection): Order {
  return field(resource.sort.field) || resource.sort.field === 'id'
    ? resource.sort
    : { field: 'id', direction: 'asc' };
}

function unknownSort(view: Projection, value: string): ApiError {
  const options = ['id', ...view.fields.filter((field) => field.sort).map((field) => field.name)].join(', ');
  return new ApiError('INVALID', {
    errors: { _sort: [fieldError('_sort', 'errors.unknownOrder', { value, options })] },
  });
}

/** Sorts a list and also selects the keys, because the next cursor is built from those of the last row. */
export function applySort(query: SelectQuery, keys: readonly SortKey[]): SelectQuery {
  let result = query.select(keys.map((key, index) => sql.ref(key.column).as(keyAlias(index))));
  for (const key of keys) result = result.orderBy(sql.ref(key.column), key.direction);
  return result;
}

/** Returns the sort key values of a row, as the database returned them. */
export const keyValues = (row: DatabaseRow, keys: readonly SortKey[]): unknown[] =>
  keys.map((_, index) => row[keyAlias(index)]);

/** Identifies a sort: a cursor is valid only for the sort that it was created with. */
export const sortSignature = (keys: readonly SortKey[]): string =>
  keys.map(({ name, direction }) => (direction === 'desc' ? `-${name}` : name)).join(',');

interface CursorParams {
  readonly after: readonly unknown[];
}

/**
 * Returns the condition that a row comes after the cursor's row. `empty` tells which of the cursor's values
 * are null: PostgreSQL sorts nulls last in ascending and first in descending order.
 */
export function afterCursor(keys: readonly SortKey[], empty: readonly boolean[]): Expression<SqlBool> {
  const columns = keys.map(({ column }) => sql.ref(column));
  const values = keys.map((_, index) => param<CursorParams>(({ after }) => after[index]));
  const simple = keys.every(({ nullable, direction }) => !nullable && direction === keys[0]!.direction);
  // Comparing rows is a single index lookup, however deep the page is.
  if (simple) {
    const than = keys[0]!.direction === 'asc' ? sql`>` : sql`<`;
    return sql`(${sql.join(columns)}) ${than} (${sql.join(values)})`;
  }
  const after = (index: number): Expression<SqlBool> => {
    const { direction, nullable } = keys[index]!;
    const [column, value] = [columns[index]!, values[index]!];
    if (direction === 'asc') {
      if (empty[index]) return sql`false`;
      return nullable ? sql`(${column} > ${value} or ${column} is null)` : sql`${column} > ${value}`;
    }
    return empty[index] ? sql`${column} is not null` : sql`${column} < ${value}`;
  };
  const same = (index: number): Expression<SqlBool> =>
    empty[index] ? sql`${columns[index]} is null` : sql`${columns[index]} = ${values[index]}`;
  return keys.reduceRight<Expression<SqlBool>>(
    (rest, _, index) =>
      index === keys.length - 1 ? after(index) : sql`(${after(index)} or (${same(index)} and ${rest}))`,
    sql`false`,
  );
}
