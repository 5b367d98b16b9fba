import resources from '#resources.config';
import type { Resource } from './schema/resource.ts';
import { type Role, roles } from './schema/rights.ts';

/** What may be done, by resource (in the singular): the fixed statements of sign-in, and one of each Resource. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** Rights that no entry states: the two areas, the own account, and better-auth's administration of users. */
const fixed: Readonly<Record<Role, Statements>> = {
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
};

/** What each role may do. */
export type Rights = Readonly<Record<Role, Statements>>;

const merge = (all: Readonly<Record<string, Resource>>, role: Role): Statements => {
  const statements: Record<string, readonly string[]> = { ...fixed[role] };
  for (const { singular, rights } of Object.values(all))
    statements[singular] = [...new Set([...(statements[singular] ?? []), ...rights[role]])];
  return Object.freeze(statements);
};

/** Makes the rights of each role from resources and the fixed statements. */
export const createRights = (all: Readonly<Record<string, Resource>>): Rights => ({
  admin: merge(all, 'admin'),
  user: merge(all, 'user'),
});

/** What each role may do with the resources of the config, for server, pages and menu alike. */
export const rightsOf: Rights = createRights(resources);

/** Everything that anybody may do, as better-auth's access control wants it stated. */
export const statementsOf = (rights: Rights): Statements =>
  Object.fromEntries(
    [...new Set(roles.flatMap((role) => Object.keys(rights[role])))].map((resource) => [
      resource,
      [...new Set(roles.flatMap((role) => rights[role][resource] ?? []))],
    ]),
  );

/** Whether a role may do something: `can('user', 'book', 'read')`. An unknown role may do nothing. */
export const can = (role: string | null | undefined, resource: string, action: string): boolean =>
  rightsOf[role as Role]?.[resource]?.includes(action) ?? false;

/** The roles that somebody can have in an organisation, apart from their role in the product. */
export const organizationRoles = ['owner', 'admin', 'member'] as const;
/** The role of a member of an organisation. */
export type OrganizationRole = (typeof organizationRoles)[number];

const organizing = {
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
} as const;

/** What the members of an organisation may do there. */
export const organizationRightsOf: Readonly<Record<OrganizationRole, Statements>> = {
  owner: { organization: ['update', 'delete'], ...organizing },
  admin: { organization: ['update'], ...organizing },
  member: { organization: [], member: [], invitation: [], team: [] },
};
