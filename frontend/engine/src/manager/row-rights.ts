import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { undoRights } from '@bindery/contract/records/resources/undo-rights.ts';
import { matches } from '@bindery/contract/records/rows/matches.ts';
import type { RowFilter } from '@bindery/contract/records/rows/parse-row-filter.ts';
import {
  fieldsIn,
  fixedValues,
  rowFilter,
  withFixedFields,
} from '@bindery/contract/records/rows/row-filter.ts';
import { UnknownUserField } from '@bindery/contract/records/rows/user-fields.ts';
import {
  type Action,
  PUBLIC,
  type Resource,
  type ResourceField,
  type Role,
} from '@bindery/contract/schema/index.ts';
import { currentSession, may } from '#frontend/shell/auth/session.ts';
import { type Restrictions, restrictionsOf } from './overrides.ts';
import type { ManagerRecord } from './resource.ts';

/**
 * Returns whether the user may perform an action on a record, as far as the page knows; the server decides.
 * The page offers an action that depends on another record, of which it has only the label.
 */
export function mayWith(resource: Resource, action: Action, item: ManagerRecord): boolean {
  if (!may(resource.singular, action)) return false;
  const changes = action === 'update' || action === 'delete';
  if (changes && restrictionsOf(resource.name, item).isFixed) return false;
  const filter = rowFilterOf(resource, action);
  return filter === undefined || matches(filter, item) !== false;
}

/** The actions on existing records. */
export type Done = 'update' | 'delete' | 'archive' | 'restore';

/** Returns whether the user's rights allow undoing a write of records of a resource. */
export const canUndo = ({ singular }: Resource, done: Done): boolean => may(singular, undoRights[done]);

function rowFilterOf(resource: Resource, action: Action): RowFilter | undefined {
  const actor = currentSession()?.user;
  try {
    return actor && rowFilter(resource, { actor, action });
  } catch (error) {
    // The action depends on a field of the user that the user may not read.
    if (error instanceof UnknownUserField) return undefined;
    throw error;
  }
}

/** Returns the fields whose values forbid an action on a record, among the fields that the user may read. */
export function rejectingFields(resource: Resource, action: Action, item: ManagerRecord): ResourceField[] {
  const filter = rowFilterOf(resource, action);
  const names = new Set(filter && partsOf(filter).filter(rejects(item)).flatMap(fieldsIn));
  return fieldsOf(resource).filter(({ name }) => names.has(name));
}

const partsOf = (filter: RowFilter): RowFilter[] =>
  'all' in filter ? filter.all.flatMap(partsOf) : [filter];

const rejects = (item: ManagerRecord) => (part: RowFilter) => matches(part, item) === false;

/**
 * Returns the fields that the user cannot change in any record, because all records that the user may write
 * have the same value.
 */
export function fixedInUpdates(resource: Resource): string[] {
  return Object.keys(fixedValues(rowFilterOf(resource, 'update'))).filter((name) =>
    Object.hasOwn(resource.fields, name),
  );
}

/**
 * Returns the fields of a record that the user cannot change, each with the key of the text that explains
 * why.
 */
export const lockedFields = (resource: Resource, item: ManagerRecord): Restrictions['fields'] => ({
  ...Object.fromEntries(fixedInUpdates(resource).map((name) => [name, 'manager.form.fixed' as const])),
  ...restrictionsOf(resource.name, item).fields,
});

const known = new WeakMap<Resource, { readonly role: Role; readonly form: Resource }>();

/** Returns a resource for the form of a new record: without the fields whose value the user's rows fix. */
export function ofNew(resource: Resource): Resource {
  const role = currentSession()?.user.role ?? PUBLIC;
  const last = known.get(resource);
  if (last?.role === role) return last.form;
  const form = withoutFixed(resource, role);
  known.set(resource, { role, form });
  return form;
}

function withoutFixed(resource: Resource, role: Role): Resource {
  const marked = withFixedFields(resource, role);
  if (marked === resource) return resource;
  const fields = Object.entries<ResourceField>(marked.fields);
  return {
    ...marked,
    fields: Object.fromEntries(
      fields.map(([name, field]) => [name, field.isFixed ? { ...field, readOnly: true } : field]),
    ),
  };
}
