import { idOf } from '@bindery/contract/records/rows/matches.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { Changes } from '#backend/database/history.ts';
import type { RecordValues } from '../hooks.ts';

/** Returns a value as a caller would write it: a reference as its id. */
export const referenceId = (value: unknown): unknown =>
  typeof value === 'object' ? (idOf(value) ?? null) : (value ?? null);

/** Returns the ids that a value consists of: several of a field with a join table, one of a reference. */
export const referenceIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(referenceId).filter((id) => typeof id === 'string');

/**
 * Returns a value as the history keeps it. References are kept by id, because their label, and who may read it, can
 * change later; several without an order in that of their ids, so that equal ones are the same.
 */
export function recordedValue(field: ResourceField | undefined, value: unknown): unknown {
  if (!field?.join) return referenceId(value);
  const ids = referenceIds(value);
  return field.join.isOrdered ? ids : ids.sort();
}

/** Returns the fields that a write changes, without those that are computed, with their values as the history keeps them. */
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
