import type { Order } from '@bindery/contract/schema/index.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { ApiError, errorsAt } from '#backend/kernel/http/api-error.ts';
import { parseJson } from '#backend/kernel/http/parse.ts';
import type { DatabaseRow, OrderColumn, Projection, SelectQuery } from './projection.ts';
import { column as columnSql, fragment, join, type SqlFragment } from './sql-fragment.ts';

/** One column that a list is sorted by. */
interface SortKey extends OrderColumn {
  readonly name: string;
  readonly direction: 'asc' | 'desc';
}

const keyAlias = (index: number) => `key.${index}`;

/** The contents of a cursor: the sort's signature, and the values of its keys. */
const contents = z.tuple([z.string(), z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))]);

/** The order of a list, and the cursors that continue it. */
export class Sorting {
  /**
   * The id is always the last key, in the direction of the key before it, so that the order is unambiguous
   * and a reversed sort is an exact mirror image.
   */
  readonly keys: readonly SortKey[];
  /** Identifies the order: a cursor is valid only for the order that it was created with. */
  readonly signature: string;

  /** @throws ApiError INVALID for a field that does not exist or may not be read by the role. */
  constructor(projection: Projection, requested: readonly Order[]) {
    this.keys = sortKeys(projection, requested);
    this.signature = this.keys
      .map(({ name, direction }) => (direction === 'desc' ? `-${name}` : name))
      .join(',');
  }

  /** Sorts a list and also selects the keys, because the next cursor is built from those of the last row. */
  apply(query: SelectQuery): SelectQuery {
    const selected = this.keys.flatMap(({ column, expression, isSelected }, index) =>
      isSelected ? [] : [(expression ? sql`${expression}` : sql.ref(column)).as(keyAlias(index))],
    );
    let result = query.select(selected);
    for (const [index, { column, expression, isSelected, direction }] of this.keys.entries()) {
      // Referenced by name, a value with parameters appears in the statement once.
      const name = isSelected ? column : keyAlias(index);
      result = result.orderBy(expression ? sql.id(name) : sql.ref(column), direction);
    }
    return result;
  }

  /** What `apply` selects with parameters. */
  get selected(): readonly SqlFragment[] {
    return this.keys.flatMap(({ expression, isSelected }) => (expression && !isSelected ? expression : []));
  }

  /** Returns the cursor that continues after a row, which was selected by `apply`. */
  cursorAfter(row: DatabaseRow): string {
    const values = this.keys.map(
      ({ column, isSelected }, index) => row[isSelected ? column : keyAlias(index)],
    );
    return encodeCursor([this.signature, values]);
  }

  /**
   * Returns the SQL predicate that a row comes after the cursor's row.
   * @throws ApiError INVALID that names `_after` if the cursor is malformed or belongs to another order.
   */
  after(cursor: string): SqlFragment {
    const { keys } = this;
    const values = this.#valuesIn(cursor);
    const columns = keys.map(({ column, expression }) => expression ?? columnSql(column));
    const simple = keys.every(({ nullable, direction }) => !nullable && direction === keys[0]!.direction);
    // Comparing rows is a single index lookup, however deep the page is.
    if (simple) {
      const than = keys[0]!.direction === 'asc' ? fragment`>` : fragment`<`;
      return fragment`(${join(columns)}) ${than} (${join(values)})`;
    }
    return keys.reduceRight<SqlFragment>((rest, key, index) => {
      const [column, value] = [columns[index]!, values[index]!];
      const after = afterValue(key, { column, value });
      if (index === keys.length - 1) return after;
      const same = value === null ? fragment`${column} is null` : fragment`${column} = ${value}`;
      return fragment`(${after} or (${same} and ${rest}))`;
    }, fragment`false`);
  }

  #valuesIn(cursor: string) {
    const [signature, values] = decodeCursor(contents, cursor) ?? [];
    const fits =
      signature === this.signature &&
      values?.length === this.keys.length &&
      values.every((value, index) => value !== null || this.keys[index]!.nullable);
    if (!fits) throw invalidCursor();
    return values;
  }
}

/** Encodes the place in a list after which the next page starts, for `_after`. */
export const encodeCursor = (place: unknown): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** Returns the place of a cursor; undefined if this server has not created it. */
export const decodeCursor = <Place>(schema: z.ZodType<Place>, cursor: string): Place | undefined =>
  schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString())).data;

/** Returns the error for an invalid cursor. */
export const invalidCursor = (): ApiError =>
  new ApiError('INVALID', errorsAt('_after', 'errors.invalidCursor'));

function sortKeys(projection: Projection, requested: readonly Order[]): SortKey[] {
  const keys: SortKey[] = [];
  for (const { field: name, direction } of requested.length > 0 ? requested : [defaultSort(projection)]) {
    if (name === 'id') return [...keys, { name, column: 'record.id', direction, nullable: false }];
    const field = projection.field(name);
    if (!field) throw unknownSort(projection, name);
    keys.push({ name, direction, ...projection.orderColumn(field) });
  }
  const { direction } = keys.at(-1)!;
  return [...keys, { name: 'id', column: 'record.id', direction, nullable: false }];
}

/** Returns the sort of the config entry, or by id if the role may not read that field. */
function defaultSort({ resource, field }: Projection): Order {
  return field(resource.sort.field) || resource.sort.field === 'id'
    ? resource.sort
    : { field: 'id', direction: 'asc' };
}

function unknownSort(projection: Projection, value: string): ApiError {
  const options = ['id', ...projection.fields.filter((field) => field.sort).map((field) => field.name)].join(
    ', ',
  );
  return new ApiError('INVALID', errorsAt('_sort', 'errors.unknownOrder', { value, options }));
}

/** Compares one column with the cursor's value: nulls come last in ascending, first in descending order. */
function afterValue(
  { direction, nullable }: SortKey,
  { column, value }: { column: SqlFragment; value: string | number | boolean | null },
): SqlFragment {
  if (direction === 'desc')
    return value === null ? fragment`${column} is not null` : fragment`${column} < ${value}`;
  if (value === null) return fragment`false`;
  return nullable ? fragment`(${column} > ${value} or ${column} is null)` : fragment`${column} > ${value}`;
}
