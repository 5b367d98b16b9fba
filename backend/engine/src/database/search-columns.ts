import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { databaseName } from '@bindery/contract/schema/names.ts';
import type { IndexOptions } from '@mikro-orm/core';

/** The length to which normalized texts are sorted and compared: a B-tree entry fits a third of a page. */
export const SEARCH_COLUMN_LENGTH = 500;

const quote = (name: string) => `"${name}"`;

/** Returns the SQL of a column's text in the form in which it is sorted and compared. */
export const normalizedText = (column: string): string =>
  `left(fold(${quote(column)}), ${SEARCH_COLUMN_LENGTH})`;

/** Returns the SQL that normalizes a field's text; long texts, which are only searched, stay whole. */
function normalizedSql(field: ResourceField): string {
  return isOrdered(field) ? normalizedText(field.column) : `fold(${quote(field.column)})`;
}

const isOrdered = (field: ResourceField) => field.sort || field.operators.includes('eq');

/** Returns the generated column with a field's normalized text. */
export function searchColumn(field: ResourceField) {
  return {
    type: 'text',
    fieldName: field.searchColumn,
    // "C" sorts by code point, the same on every machine, so an update of the system's collation does not
    // break indexes.
    columnType: 'text collate "C"',
    generated: `(${normalizedSql(field)}) stored`,
    nullable: true,
    lazy: true,
    hydrate: false,
  } as const;
}

/**
 * Returns the indexes of a resource: a trigram index for each searchable field, and a B-tree index with the
 * id as tie-breaker for each sortable or filterable field. The API rejects sorts and filters on other fields.
 */
export function indexesOf(resource: Resource): IndexOptions<object, string>[] {
  const fields = fieldsOf(resource).filter(({ join, computed }) => !join && !computed);
  const ordered = fields
    .filter((field) => field.sort || (field.filter && isOrderable(field)) || field.to || field.upload)
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
