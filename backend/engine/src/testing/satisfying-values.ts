import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';

type Values = Record<string, unknown>;

/** Creates a record of a resource with some given values; returns its id. */
type MakeRecord = (resource: Resource, values: Values) => Promise<string>;

/**
 * Returns values with which a record satisfies a filter, as far as equalities, empty fields and references
 * determine it; creates the records that it refers to. An `id` is the id of an existing record.
 */
export async function satisfyingValues(filter: RowFilter | undefined, make: MakeRecord): Promise<Values> {
  if (filter === undefined) return {};
  if ('all' in filter) {
    const values: Values = {};
    for (const part of filter.all) Object.assign(values, await satisfyingValues(part, make));
    return values;
  }
  // Any alternative will do.
  if ('any' in filter) return satisfyingValues(filter.any[0], make);
  // A required field is never empty: with such a filter a role sees no records.
  if ('isNull' in filter) return filter.isNull.required ? {} : { [filter.isNull.name]: null };
  if ('reference' in filter) {
    const { reference, target } = filter;
    return { [reference.name]: await make(target, await satisfyingValues(filter.filter, make)) };
  }
  if ('some' in filter) {
    if ('ids' in filter) return { [filter.some.name]: filter.ids.slice(0, 1) };
    const id = await make(filter.target, await satisfyingValues(filter.filter, make));
    return { [filter.some.name]: [id] };
  }
  return 'value' in filter && filter.comparison === 'eq' ? { [filter.field.name]: filter.value } : {};
}
