import { sql } from 'kysely';
import { ApiError } from '#backend/http/api-error.ts';
import type { Order } from '#contract/schema/index.ts';
import { fieldError } from '#contract/validation.ts';
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
