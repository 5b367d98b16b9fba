import resources from '#resources.config';
import type { Resource } from './schema/resource.ts';
import { type Role, roles } from './schema/rights.ts';

/** Allowed actions by resource (in the singular): the fixed ones of better-auth, and those of each Resource. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Rights outside of the entries: the two areas, the own account, and better-auth's administration of users. */
const fixed = {
  admin: {
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
  },
  user: { account: ['update'], apps: ['app'], user: [], session: [] },
} as const satisfies Readonly<Record<Role, Statements>>;

type Fixed = (typeof fixed)['admin'];

/** A right outside of the entries, as resource and action: `['user', 'ban']`. */
export type FixedRight = {
  [R in keyof Fixed]: readonly [resource: R, action: Fixed[R][number]];
}[keyof Fixed];

/** The rights of each role. */
export type Rights = Readonly<Record<Role, Statements>>;

const merge = (all: Readonly<Record<string, Resource>>, role: Role): Statements => {
  const statements: Record<string, readonly string[]> = { ...fixed[role] };
  for (const { singular, rights } of Object.values(all))
    statements[singular] = [...new Set([...(statements[singular] ?? []), ...rights[role]])];
  return Object.freeze(statements);
};

/** Creates the rights of each role from resources and the fixed statements. */
export const createRights = (all: Readonly<Record<string, Resource>>): Rights => ({
  admin: merge(all, 'admin'),
  user: merge(all, 'user'),
});

/** The rights of each role with the configured resources, used by server, pages and menu. */
export const rightsOf: Rights = createRights(resources);

/** Returns the union of all rights, as better-auth's access control requires it. */
export const statementsOf = (rights: Rights): Statements =>
  Object.fromEntries(
    [...new Set(roles.flatMap((role) => Object.keys(rights[role])))].map((resource) => [
      resource,
      [...new Set(roles.flatMap((role) => rights[role][resource] ?? []))],
    ]),
  );

/** Returns whether a role has a right: `can('user', 'book', 'read')`. An unknown role has none. */
export const can = (role: string | null | undefined, resource: string, action: string): boolean =>
  rightsOf[role as Role]?.[resource]?.includes(action) ?? false;

/** The roles of a member within an organisation, separate from the user's role in the product. */
export const organizationRoles = ['owner', 'admin', 'member'] as const;
/** The role of a member of an organisation. */
export type OrganizationRole = (typeof organizationRoles)[number];

const organizing = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const;

/** The rights of each role within an organisation. */
export const organizationRightsOf: Readonly<Record<OrganizationRole, Statements>> = {
  owner: { organization: ['update', 'delete'], ...organizing },
  admin: { organization: ['update'], ...organizing },
  member: { organization: [], member: [], invitation: [], team: [] },
};
