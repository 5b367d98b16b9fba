import { mapResources } from '#contract/records/resources/fields.ts';
import { type Action, PUBLIC, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';
import { SAMPLE_USER } from '#contract/schema/users.ts';
import type { RowContext, RowRule } from '#contract/schema/where.ts';
import { ID_FIELD } from './compared-value.ts';
import { parseRowFilter, type RowFilter } from './parse-row-filter.ts';
import { rowUser, sampleUserFields } from './user-fields.ts';

/** Who acts, for row filters: a user, or a caller without a session. The server's `Actor` extends it. */
export interface Actor {
  readonly id: string | null;
  readonly role: Role;
  readonly email?: string | null;
  /** The fields of the entry `users` that row filters use, by name, without empty ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An action of an actor. */
interface RowAction {
  readonly actor: Actor;
  readonly action: Action;
}

/** Returns the row rules of an action, including those of reading, because a change returns the record. */
const rulesOf = ({ where }: Resource, { actor: { role }, action }: RowAction): RowRule[] => {
  const rules = where[role];
  const own = action === 'create' || action === 'read' ? [rules?.[action]] : [rules?.read, rules?.[action]];
  return [...new Set(own)].filter((rule) => rule !== undefined);
};

/** Returns whether a role is limited to some records of a resource in an action. */
export const isLimited = (resource: Resource, { role, action }: { role: Role; action: Action }): boolean =>
  rulesOf(resource, { actor: { id: null, role }, action }).length > 0;

/**
 * Returns a text that is equal for actors who may read the same records of a resource, as far as their rules
 * tell; undefined for an actor who may read all.
 */
export function readableRows(resource: Resource, actor: Actor): string | undefined {
  const rules = rulesOf(resource, { actor, action: 'read' });
  if (rules.length === 0) return undefined;
  const context = contextOf(resource, { actor, now: new Date(0).toISOString() });
  // undefined equals nothing, so it must not pass for an empty filter.
  return JSON.stringify(
    rules.map((rule) => rule(context)),
    (_name, value) => (value === undefined ? { undefined: true } : value),
  );
}

/** Returns the row filter of an actor's action; undefined for all records. */
export function rowFilter(resource: Resource, { actor, action }: RowAction): RowFilter | undefined {
  const rules = rulesOf(resource, { actor, action });
  if (rules.length === 0) return undefined;
  const context = contextOf(resource, { actor, now: new Date().toISOString() });
  // The resource without hidden fields: a filter may use a field that the role does not see.
  const whole = resource.resourceNamed(resource.name) ?? resource;
  const parts = rules.map((rule) => parseRowFilter(whole, rule(context)));
  return parts.length === 1 ? parts[0] : { all: parts };
}

// A rule of `public` has no user: its type says so, and the start runs it without one.
const contextOf = (resource: Resource, { actor, now }: { actor: Actor; now: string }) =>
  (actor.role === PUBLIC
    ? { now }
    : { user: rowUser(actor, resource.resourceNamed('users')), now }) as RowContext;

/** Returns the values that a filter fixes: those of fields that must equal one value. */
export function fixedValues(filter: RowFilter | undefined): Record<string, unknown> {
  if (filter === undefined) return {};
  if ('all' in filter) return Object.assign({}, ...filter.all.map(fixedValues));
  // The server creates the id of a new record, so no filter ever names it.
  if ('field' in filter && filter.field === ID_FIELD) return {};
  if ('value' in filter && filter.comparison === 'eq') return { [filter.field.name]: filter.value };
  return 'isNull' in filter && filter.isNull !== ID_FIELD ? { [filter.isNull.name]: null } : {};
}

/** Returns the names of the fields that a filter uses, without the id. */
export function fieldsIn(filter: RowFilter): string[] {
  if ('all' in filter) return filter.all.flatMap(fieldsIn);
  if ('any' in filter) return filter.any.flatMap(fieldsIn);
  if ('not' in filter) return fieldsIn(filter.not);
  if ('isNull' in filter) return filter.isNull === ID_FIELD ? [] : [filter.isNull.name];
  if ('reference' in filter) return [filter.reference.name];
  if ('some' in filter) return [filter.some.name];
  return filter.field === ID_FIELD ? [] : [filter.field.name];
}

/** Returns the fields that a role cannot choose in new records, because its row filter fixes them. */
function fixedFields(resource: Resource, role: Role): string[] {
  // Which fields are fixed is the same for all users of a role; only the values differ.
  const somebody = () => ({ ...SAMPLE_USER, fields: sampleUserFields(resource.resourceNamed('users')) });
  const actor = { role, ...(role === PUBLIC ? { id: null } : somebody()) };
  return Object.keys(fixedValues(rowFilter(resource, { actor, action: 'create' })));
}

/** Marks the fields of a resource that the row filter of a role fixes: new records may omit them. */
export function withFixedFields(resource: Resource, role: Role): Resource {
  const fixed = fixedFields(resource, role).filter((name) => Object.hasOwn(resource.fields, name));
  if (fixed.length === 0) return resource;
  // Without a prototype, like the fields of the resource itself: requests provide the names to look up.
  const fields: Record<string, ResourceField> = Object.assign(Object.create(null), resource.fields);
  for (const name of fixed) fields[name] = { ...fields[name]!, isFixed: true };
  return Object.freeze({ ...resource, fields: Object.freeze(fields) });
}

/** Applies `withFixedFields` to all resources. */
export const allWithFixedFields = <R extends object>(resources: R, role: Role): R =>
  mapResources(resources, (resource) => withFixedFields(resource, role));
