import type { Entry } from './entry.ts';
import type { RowContext } from './where.ts';

/** A user who has every field; the values do not matter here. */
const ANY_USER = new Proxy({}, { get: () => '' });

/** Returns the names of the fields that a filter compares with one value each. */
function comparedWithOne(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'and' && Array.isArray(value)) return value.flatMap(comparedWithOne);
    return value === undefined || value === null || typeof value === 'object' ? [] : [name];
  });
}

function fixedBy(rule: (context: RowContext) => unknown): string[] {
  try {
    return comparedWithOne(rule({ user: ANY_USER, now: new Date(0).toISOString() } as RowContext));
  } catch {
    // Reported with the other mistakes of the entry.
    return [];
  }
}

/** Returns the fields that the row filters of every role with limited reading fix, such as the tenant's. */
export function tenantFields({ where = {}, fields }: Entry): string[] {
  const rules = Object.values<unknown>(where).flatMap((stated) => {
    const rule: unknown =
      typeof stated === 'function' ? stated : (stated as { read?: unknown } | undefined)?.read;
    return typeof rule === 'function' ? [fixedBy(rule as (context: RowContext) => unknown)] : [];
  });
  const [first = [], ...others] = rules;
  return first.filter((name) => Object.hasOwn(fields, name) && others.every((names) => names.includes(name)));
}
