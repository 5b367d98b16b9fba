import type { IndexOptions } from '@mikro-orm/core';
import { fieldsOf } from '#contract/resources/fields.ts';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { databaseName } from '#contract/schema/names.ts';

/** As far as a normalized text is ordered and compared: an entry of a B-tree must stay below a third of a page. */
export const SEARCH_COLUMN_LENGTH = 500;

const quote = (name: string) => `"${name}"`;

/** The text of a column as it is ordered and compared, in SQL. */
export const normalizedText = (column: string): string =>
  `left(fold(${quote(column)}), ${SEARCH_COLUMN_LENGTH})`;

/** How a field's normalized text is made from its column, in SQL; long texts are searched only, so theirs is not cut. */
function normalizedSql(field: ResourceField): string {
  return isOrdered(field) ? normalizedText(field.column) : `fold(${quote(field.column)})`;
}

const isOrdered = (field: ResourceField) => field.sort || field.operators.includes('eq');

/** The stored column that keeps a field's normalized text. PostgreSQL writes it; nobody else may. */
export function searchColumn(field: ResourceField) {
  return {
    type: 'text',
    fieldName: field.searchColumn,
    // "C" orders by code point, the same on every machine: an index outlives an update of the system's own order.
    columnType: 'text collate "C"',
    generated: `(${normalizedSql(field)}) stored`,
    nullable: true,
    lazy: true,
    hydrate: false,
  } as const;
}

/**
 * The indexes of a resource: a trigram index for each searchable field, and one in order for each that is sorted
 * or filtered, where the id breaks ties. No other column has one, so nothing else may be asked for.
 */
export function indexesOf(resource: Resource): IndexOptions<object, string>[] {
  const fields = fieldsOf(resource);
  const ordered = fields
    .filter((field) => field.sort || (field.filter && isOrderable(field)) || field.to)
    .map((field) => orderedIndex(resource.table, field.searchColumn ?? field.column));
  const searched = fields
    .filter((field) => field.searchColumn && (field.search || field.operators.includes('like')))
    .map((field) => trigramIndex(resource.table, field.searchColumn!));
  return [...ordered, ...searched];
}

const isOrderable = (field: ResourceField) => field.operators.includes('eq');

function orderedIndex(table: string, column: string): IndexOptions<object, string> {
  const name = databaseName(table, column, 'order');
  return { name, expression: `create index "${name}" on "${table}" ("${column}", "id")` };
}

function trigramIndex(table: string, column: string): IndexOptions<object, string> {
  const name = databaseName(table, column, 'trigram');
  return { name, expression: `create index "${name}" on "${table}" using gin ("${column}" gin_trgm_ops)` };
}
