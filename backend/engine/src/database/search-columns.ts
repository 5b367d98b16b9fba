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

/** Returns the generated column with a field's normalized text; long texts, only searched, stay whole. */
export function searchColumn(field: ResourceField) {
  const isOrdered = field.sort || field.operators.includes('eq');
  return {
    type: 'text',
    // "C" sorts by code point, the same on every machine, so an update of the system's collation does not
    // break indexes.
    columnType: 'text collate "C"',
    generated: `(${isOrdered ? normalizedText(field.column) : `fold(${quote(field.column)})`}) stored`,
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
    .filter(
      ({ sort, filter, operators, to, upload }) =>
        sort || (filter && operators.includes('eq')) || to || upload,
    )
    .map(({ searchColumn: folded, column }) => indexOf(resource, folded ?? column, 'order'));
  const searched = fields
    .filter((field) => field.searchColumn && (field.search || field.operators.includes('like')))
    .map((field) => indexOf(resource, field.searchColumn!, 'trigram'));
  return [...ordered, ...searched];
}

function indexOf({ table }: Resource, column: string, kind: 'order' | 'trigram') {
  const name = databaseName(table, column, kind);
  const by = kind === 'order' ? `("${column}", "id")` : `using gin ("${column}" gin_trgm_ops)`;
  return { name, expression: `create index "${name}" on "${table}" ${by}` };
}
