import type { Resource, UniqueRule } from '@bindery/contract/schema/index.ts';
import type { EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';
import { normalizedText } from './search-columns.ts';

/**
 * Returns whether a plain constraint is enough for a rule; PostgreSQL allows expressions only in an index.
 */
const isPlain = ({ archive }: Resource, { exact, nulls, when }: UniqueRule) =>
  exact && nulls === 'distinct' && !archive && !when;

/**
 * Adds the unique rules of a resource to its table: constraints if columns are compared unchanged, otherwise
 * indexes.
 */
export function addUniqueRules(entity: EntitySchema<Row>, resource: Resource): void {
  for (const rule of resource.unique) {
    if (isPlain(resource, rule)) entity.meta.uniques.push({ name: rule.name, properties: [...rule.fields] });
    else entity.addIndex({ name: rule.name, expression: uniqueIndex(resource, rule) });
  }
}

/**
 * Returns an index on the compared expressions. The index itself normalizes texts, so that it does not depend
 * on a search column of the field.
 */
function uniqueIndex(
  { table, fields, archive }: Resource,
  { name, fields: together, exact, nulls, when = {} }: UniqueRule,
): string {
  const keys = together.map((field) => {
    const { column, isFolded } = fields[field]!;
    return isFolded && !exact ? normalizedText(column) : `"${column}"`;
  });
  const ending = nulls === 'same' ? ' nulls not distinct' : '';
  // An archived record does not reserve a value.
  const live = archive ? ['"archived_at" is null'] : [];
  const met = Object.entries(when).map(
    ([field, values]) => `"${fields[field]!.column}" in (${values.map(literalOf).join(', ')})`,
  );
  const conditions = [...live, ...met].join(' and ');
  const among = conditions && ` where ${conditions}`;
  return `create unique index "${name}" on "${table}" (${keys.join(', ')})${ending}${among}`;
}

const literalOf = (value: string | boolean): string =>
  typeof value === 'boolean' ? String(value) : `'${value.replaceAll("'", "''")}'`;
