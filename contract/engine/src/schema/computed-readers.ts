import { computedRule, fieldsIn } from './computed.ts';
import type { Entries, Entry } from './entry.ts';
import type { Computed } from './fields/computed.ts';
import type { CommonOptions, Field } from './fields/field.ts';
import type { Role } from './roles.ts';

type StatedField = Field & CommonOptions;

/** Returns the names of the fields of the record itself that a filter uses. */
const fieldsInFilter = (filter: unknown): string[] =>
  typeof filter !== 'object' || filter === null
    ? []
    : Object.entries(filter).flatMap(([name, operand]) => {
        if (name === 'not') return fieldsInFilter(operand);
        if (name === 'and' || name === 'or') return (operand as unknown[]).flatMap(fieldsInFilter);
        return [name];
      });

/**
 * Returns the roles that may read a computed field without `readBy`: the roles that may read all of its
 * sources.
 */
export const computedReaders = (
  computed: Computed,
  { entry, entries, everybody }: { entry: Entry; entries: Entries; everybody: readonly Role[] },
): readonly Role[] => {
  const rule = computedRule(computed, { ofAll: false });
  const reads = (role: Role, entryOf: Entry, name: string): boolean => {
    const field = entryOf.fields[name] as StatedField | undefined;
    if (field?.readBy || field?.computed === undefined) return field?.readBy?.includes(role) ?? true;
    return computedReaders(field.computed, { entry: entryOf, entries, everybody: [role] }).length > 0;
  };
  const readAll = (role: Role, entryOf: Entry, names: readonly string[]): boolean =>
    names.every((name) => reads(role, entryOf, name));
  if ('aggregate' in rule) {
    const target = entries[rule.of]!;
    const names = [rule.through, ...fieldsInFilter(rule.where), ...(rule.field ? [rule.field] : [])];
    return everybody.filter((role) => target.rights[role]?.includes('read') && readAll(role, target, names));
  }
  const names = typeof computed === 'string' ? fieldsIn(computed) : 'from' in rule ? rule.from : [];
  return everybody.filter((role) => readAll(role, entry, names));
};
