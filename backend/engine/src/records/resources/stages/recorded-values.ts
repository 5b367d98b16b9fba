import { idOf } from '@bindery/contract/records/rows/matches.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { Changes } from '#backend/database/history.ts';
import type { RecordValues } from '../hooks.ts';

/** Converts a value to its input form: a reference becomes its id. */
export const referenceId = (value: unknown): unknown =>
  typeof value === 'object' ? (idOf(value) ?? null) : (value ?? null);

/** Returns the ids in a value: several for a field with a join table, one for a reference. */
export const referenceIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(referenceId).filter((id) => typeof id === 'string');

/**
 * Converts a value to the form that the history stores. References are stored by id, because their label, and
 * who may read it, can change later; unordered ones are sorted by id, so that equal ones are the same.
 */
export function recordedValue(field: ResourceField | undefined, value: unknown): unknown {
  if (!field?.join) return referenceId(value);
  const ids = referenceIds(value);
  return field.join.isOrdered ? ids : ids.sort();
}

/** Returns a write's changed fields, without computed ones, with values as the history stores them. */
export function changedFields(
  { fields }: Resource,
  { before, after }: { before: RecordValues; after: RecordValues },
): Changes {
  const recorded = (name: string, values: RecordValues) => recordedValue(fields[name], values[name]);
  const changes = Object.keys(after)
    .filter((name) => !fields[name]?.computed)
    .map((name) => [name, { before: recorded(name, before), after: recorded(name, after) }] as const)
    .filter(([, change]) => !isSame(change.before, change.after));
  return Object.fromEntries(changes);
}

/** Returns whether two recorded values are the same. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));
