import type { EntitySchema } from '@mikro-orm/core';
import type { Resource, UniqueRule } from '#contract/schema/index.ts';
import { normalizedText } from './search-columns.ts';

/** Whether a plain constraint says all of a rule; PostgreSQL takes expressions only in an index. */
const isPlain = ({ exact, nulls }: UniqueRule) => exact && nulls === 'distinct';

/** Puts the unique rules of a resource on its table: constraints where columns are compared as they are, else indexes. */
export function addUniqueRules(entity: EntitySchema, resource: Resource): void {
  for (const rule of resource.unique) {
    if (isPlain(rule)) entity.addUnique({ name: rule.name, properties: [...rule.fields] } as never);
    else entity.addIndex({ name: rule.name, expression: uniqueIndex(resource, rule) } as never);
  }
}

/**
 * An index on what is compared. Texts are folded in the index itself, from their own column, so that it does not depend
 * on whether the field has a folded column for searches too.
 */
function uniqueIndex(
  { table, fields }: Resource,
  { name, fields: together, exact, nulls }: UniqueRule,
): string {
  const keys = together.map((field) => {
    const { column, isFolded } = fields[field]!;
    return isFolded && !exact ? normalizedText(column) : `"${column}"`;
  });
  const ending = nulls === 'same' ? ' nulls not distinct' : '';
  return `create unique index "${name}" on "${table}" (${keys.join(', ')})${ending}`;
}
