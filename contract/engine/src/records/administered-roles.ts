import type { Resource } from '#contract/schema/resource.ts';
import { type Action, actions } from '#contract/schema/rights.ts';
import type { Role } from '#contract/schema/roles.ts';
import { isRowUserField, SAMPLE_USER, sampleUserValue } from '#contract/schema/users.ts';
import type { RowContext, RowRule } from '#contract/schema/where.ts';
import { createRights, rolesOf } from './rights.ts';

type Resources = Readonly<Record<string, Resource>>;

/** Two roles of some resources: one that administers users, and one that it may or may not assign. */
interface Pair {
  readonly by: Role;
  readonly role: Role;
  readonly resources: Resources;
}

/** One list for each role that administers users, computed on first use. */
const known = new WeakMap<Resources, Map<Role, readonly Role[]>>();

/**
 * Returns the roles that a role may assign to users, and whose users it may change, ban, delete and
 * impersonate. The first role that administers users has every role. Another one has the roles that it lists,
 * or those without any right that it lacks, and the role of new users, which any visitor gets by signing up.
 */
export function administeredRoles(by: Role, resources: Resources): readonly Role[] {
  const lists = known.get(resources) ?? new Map<Role, readonly Role[]>();
  known.set(resources, lists);
  const roles = rolesOf(resources);
  if (!roles.administrators.includes(by)) return [];
  const list = lists.get(by) ?? roles.names.filter((role) => mayGive({ by, role, resources }));
  lists.set(by, list);
  return list;
}

/** Returns whether a role administers users of another one; an unknown role counts as that of new users. */
export function administers(by: Role, role: unknown, resources: Resources): boolean {
  const { names, ofNewUsers } = rolesOf(resources);
  const known = names.find((name) => name === role) ?? ofNewUsers;
  return administeredRoles(by, resources).includes(known);
}

function mayGive(pair: Pair): boolean {
  const { by, role, resources } = pair;
  const { administrators, administered, ofNewUsers } = rolesOf(resources);
  if (by === administrators[0]) return true;
  const listed = administered[by];
  if (listed) return listed.includes(role);
  return role === by || role === ofNewUsers || (hasRightsOf(pair) && hasFieldsAndRowsOf(pair));
}

function hasRightsOf({ by, role, resources }: Pair): boolean {
  const { [by]: own = {}, [role]: given = {} } = createRights(resources);
  return Object.entries(given).every(([resource, allowed]) =>
    allowed.every((action) => own[resource]?.includes(action)),
  );
}

function hasFieldsAndRowsOf(pair: Pair): boolean {
  return Object.values(pair.resources).every((resource) =>
    actions
      .filter((action) => resource.rights[pair.role]?.includes(action))
      .every((action) => hasRowsOf(pair, resource, action) && hasFieldsOf(pair, resource, action)),
  );
}

function hasFieldsOf({ by, role }: Pair, resource: Resource, action: Action): boolean {
  const writes = action === 'create' || action === 'update';
  return Object.values(resource.fields).every((field) => {
    const allowed = writes && !field.readOnly ? field.writeBy : field.readBy;
    return !allowed.includes(role) || allowed.includes(by);
  });
}

/**
 * Whether a role is limited to no more rows than another role. Functions do not reveal which of two different
 * limits is wider: a role that administers users must have the same limit, and any other role must have one.
 * The limit of the latter depends on its users' fields, and the entry `users` decides who may write those.
 */
function hasRowsOf({ by, role, resources }: Pair, resource: Resource, action: Action): boolean {
  return (action === 'read' ? ['read' as const] : ['read' as const, action]).every((one) => {
    const [limit, other] = [resource.where[by]?.[one], resource.where[role]?.[one]];
    if (!limit) return true;
    if (!other) return false;
    return !rolesOf(resources).administrators.includes(role) || isSame(limit, other, resources);
  });
}

function isSame(one: RowRule, other: RowRule, resources: Resources): boolean {
  const fields = Object.values(resources.users?.fields ?? {})
    .filter((field) => isRowUserField(field.name, field))
    .map((field) => [field.name, `${field.name}:${sampleUserValue(field)}`]);
  const user = { ...SAMPLE_USER, role: 'somebody', ...Object.fromEntries(fields) };
  const context: RowContext = { user, now: '2027-01-31T12:00:00.000Z' };
  return one === other || JSON.stringify(one(context)) === JSON.stringify(other(context));
}
