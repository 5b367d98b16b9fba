import type { Resource } from '#contract/schema/resource.ts';
import { defaultRoles, PUBLIC, type Role, type Roles } from '#contract/schema/roles.ts';

/** Allowed actions by resource (in the singular): better-auth's fixed ones, and those of each Resource. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Rights outside the entries: both areas, the user's own account, and better-auth's user administration. */
const fixed = {
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  user: [
    'create',
    'list',
    'set-role',
    'ban',
    'impersonate',
    'delete',
    'set-password',
    'get',
    'update',
    'set-email',
  ],
  session: ['list', 'revoke', 'delete'],
} as const satisfies Statements;

type Fixed = typeof fixed;

/** A right outside the entries, as resource and action: `['user', 'ban']`. */
export type FixedRight = {
  [R in keyof Fixed]: readonly [resource: R, action: Fixed[R][number]];
}[keyof Fixed];

/** The rights of each role, and of `public`. */
export type Rights = Readonly<Record<Role, Statements>>;

/** Returns the roles of a config, which all of its resources share. */
export const rolesOf = (all: Readonly<Record<string, Resource>>): Roles =>
  Object.values(all)[0]?.roles ?? defaultRoles;

/** Returns the rights of a role outside the entries. Callers without a session have none. */
const fixedFor = (role: Role, { managers, administrators }: Roles): Statements => {
  if (role === PUBLIC) return {};
  const isManager = managers.includes(role);
  const none = { user: [], session: [] };
  return {
    account: isManager ? fixed.account : ['update'],
    apps: isManager ? fixed.apps : ['app'],
    ...(administrators.includes(role) ? { user: fixed.user, session: fixed.session } : none),
  };
};

const merge = (all: Readonly<Record<string, Resource>>, role: Role): Statements => {
  const statements: Record<string, readonly string[]> = { ...fixedFor(role, rolesOf(all)) };
  for (const { singular, rights } of Object.values(all))
    statements[singular] = [...new Set([...(statements[singular] ?? []), ...(rights[role] ?? [])])];
  return Object.freeze(statements);
};

/** Creates the rights of each role from resources and the fixed statements. */
export const createRights = (all: Readonly<Record<string, Resource>>): Rights => {
  const rights: Record<Role, Statements> = Object.create(null);
  for (const role of [...rolesOf(all).names, PUBLIC]) rights[role] = merge(all, role);
  return Object.freeze(rights);
};

/** Returns the union of all rights, as better-auth's access control requires it. */
export const statementsOf = (rights: Rights): Statements =>
  Object.fromEntries(
    [...new Set(Object.values(rights).flatMap((statements) => Object.keys(statements)))].map((resource) => [
      resource,
      [...new Set(Object.values(rights).flatMap((statements) => statements[resource] ?? []))],
    ]),
  );

/** The roles of a member within an organisation, separate from the user's role in the product. */
export const organizationRoles = ['owner', 'admin', 'member'] as const;

const organizing = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const;

/** The rights of each role within an organisation. */
export const organizationRightsOf: Readonly<Record<(typeof organizationRoles)[number], Statements>> = {
  owner: { organization: ['update', 'delete'], ...organizing },
  admin: { organization: ['update'], ...organizing },
  member: { organization: [], member: [], invitation: [], team: [] },
};
