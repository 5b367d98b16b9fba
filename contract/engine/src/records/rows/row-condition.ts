import { type Action, PUBLIC, type Resource, type Role } from '#contract/schema/index.ts';
import type { RowContext, RowRule } from '#contract/schema/where.ts';
import { ID_FIELD } from './compared-value.ts';
import { type ParsedCondition, parseCondition } from './parse-condition.ts';
import { rowUser } from './user-fields.ts';

/** The actor of a request: a user, or a caller without a session. */
export interface RowActor {
  readonly id: string | null;
  readonly role: Role;
  readonly email?: string | null;
  /** The fields of the entry `users` that row filters use, by name, without empty ones. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** An action of an actor. */
interface RowAction {
  readonly actor: RowActor;
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
export function readableRows(resource: Resource, actor: RowActor): string | undefined {
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
export function rowCondition(resource: Resource, { actor, action }: RowAction): ParsedCondition | undefined {
  const rules = rulesOf(resource, { actor, action });
  if (rules.length === 0) return undefined;
  const context = contextOf(resource, { actor, now: new Date().toISOString() });
  // The resource without hidden fields: a filter may use a field that the role does not see.
  const whole = resource.resourceNamed(resource.name) ?? resource;
  const parts = rules.map((rule) => parseCondition(whole, rule(context)));
  return parts.length === 1 ? parts[0] : { all: parts };
}

// A rule of `public` has no user: its type says so, and the start runs it without one.
const contextOf = (resource: Resource, { actor, now }: { actor: RowActor; now: string }) =>
  (actor.role === PUBLIC
    ? { now }
    : { user: rowUser(actor, resource.resourceNamed('users')), now }) as RowContext;

/** Returns the values that a filter fixes: those of fields that must equal one value. */
export function fixedValues(condition: ParsedCondition | undefined): Record<string, unknown> {
  if (condition === undefined) return {};
  if ('all' in condition) return Object.assign({}, ...condition.all.map(fixedValues));
  // The server creates the id of a new record, so no filter ever names it.
  if ('field' in condition && condition.field === ID_FIELD) return {};
  if ('value' in condition && condition.comparison === 'eq')
    return { [condition.field.name]: condition.value };
  return 'isNull' in condition && condition.isNull !== ID_FIELD ? { [condition.isNull.name]: null } : {};
}

/** Returns the names of the fields that a filter uses, without the id. */
export function fieldsIn(condition: ParsedCondition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsIn);
  if ('any' in condition) return condition.any.flatMap(fieldsIn);
  if ('not' in condition) return fieldsIn(condition.not);
  if ('isNull' in condition) return condition.isNull === ID_FIELD ? [] : [condition.isNull.name];
  if ('reference' in condition) return [condition.reference.name];
  if ('some' in condition) return [condition.some.name];
  return condition.field === ID_FIELD ? [] : [condition.field.name];
}
