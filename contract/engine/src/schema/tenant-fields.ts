import type { Entry } from './entry.ts';
import type { RowContext, RowRules, RowUser } from './where.ts';

/** A user who has every field; the values do not matter here. */
const ANY_USER: RowUser = new Proxy({ id: '', email: '', role: '' }, { get: () => '' });

function comparedWithOne(filter: unknown): string[] {
  if (typeof filter !== 'object' || filter === null) return [];
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === 'and' && Array.isArray(value)) return value.flatMap(comparedWithOne);
    return value === undefined || value === null || typeof value === 'object' ? [] : [name];
  });
}

/** Returns the names of the fields that a row filter compares with one value each. */
export function fixedFields(rule: (context: RowContext) => unknown, context: RowContext): string[] {
  try {
    return comparedWithOne(rule(context));
  } catch {
    // Reported with the other mistakes of the entry.
    return [];
  }
}

/** Returns the fields that the row filters of every role with limited reading fix, such as the tenant's. */
export function tenantFields({ where = {}, fields }: Entry): string[] {
  const context = { user: ANY_USER, now: new Date(0).toISOString() };
  const rules = Object.values<RowRules | undefined>(where).flatMap((stated) => {
    const rule = typeof stated === 'function' ? stated : stated?.read;
    return typeof rule === 'function' ? [fixedFields(rule, context)] : [];
  });
  const [first = [], ...others] = rules;
  return first.filter((name) => Object.hasOwn(fields, name) && others.every((names) => names.includes(name)));
}
