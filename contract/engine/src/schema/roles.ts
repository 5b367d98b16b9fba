import { RolesError } from './error.ts';
import { readable } from './names.ts';

/** The name of a role. Those that exist are stated in resources.config.ts. */
export type Role = string;

/** The role of callers who are not signed in. It has only the rights that entries give it. */
export const PUBLIC = 'public';

/** What a role may do beside the rights of the entries. Every signed-in user may enter the app. */
export interface RoleOptions {
  /**
   * Whether its users may enter the manager.
   * @default false
   */
  readonly manager?: boolean;
  /**
   * Whether its users may invite, change, ban, delete and impersonate other users, as far as the entry `users` lets them.
   * The first such role is the one of ADMIN_EMAIL, which may give every role, and one user of such a role always stays.
   * Any other one administers users of the roles that have no more rights than it has itself, or of the listed roles.
   * @default false
   * @example administersUsers: ['teacher', 'guardian']
   */
  readonly administersUsers?: boolean | readonly string[];
  /**
   * Whether its users may share views of lists with which the lists of others open: of users whose role has not this right.
   * @default the value of administersUsers, as true or false
   * @example sharesDefaultViews: true
   */
  readonly sharesDefaultViews?: boolean;
  /**
   * Whether new users get it; exactly one role does.
   * @default false
   */
  readonly newUsers?: boolean;
  /**
   * Its label where the locale files have none; by default its name made readable.
   * @example title: 'Librarian at the desk'
   */
  readonly title?: string;
}

/** The roles of a config, checked, with all defaults filled in, and frozen. */
export interface Roles<R extends Role = Role> {
  /** All roles in the order of the config. */
  readonly names: readonly [R, ...R[]];
  readonly titles: { readonly [K in R]: string };
  /** The roles that enter the manager. */
  readonly managers: readonly R[];
  /** The roles that administer users; the first one is that of ADMIN_EMAIL. */
  readonly administrators: readonly [R, ...R[]];
  /** The roles whose users a role administers, where it lists them. */
  readonly administered: { readonly [K in R]?: readonly R[] };
  /** The roles whose shared default views open the lists of the other roles. */
  readonly sharingDefaultViews: readonly R[];
  /** The role of new users. */
  readonly ofNewUsers: R;
}

const NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;
const OPTIONS: readonly string[] = Object.keys({
  manager: true,
  administersUsers: true,
  sharesDefaultViews: true,
  newUsers: true,
  title: true,
} satisfies Record<keyof RoleOptions, true>);

/** Returns the options that have a value of a wrong type: a config may be written without the compiler's help. */
const wrongTypes = (name: string, { title, ...options }: RoleOptions): string[] => [
  ...Object.entries(options)
    .filter(([option]) => OPTIONS.includes(option))
    .flatMap(([option, value]) => {
      const isList = option === 'administersUsers' && Array.isArray(value);
      if (isList || value === undefined || typeof value === 'boolean') return [];
      return [
        `${name}.${option} must be true or false${option === 'administersUsers' ? ', or a list of roles' : ''}`,
      ];
    }),
  ...(title === undefined || typeof title === 'string' ? [] : [`${name}.title must be a text`]),
];

const check = (stated: Readonly<Record<string, RoleOptions>>): string[] => {
  const wrong = Object.entries(stated).flatMap(([name, options]) =>
    typeof options === 'object' && options !== null
      ? wrongTypes(name, options)
      : [`${name} must be an object of options, such as {}`],
  );
  if (wrong.length > 0) return wrong;
  const problems = Object.entries(stated).flatMap(([name, options]) => [
    ...(NAME.test(name)
      ? []
      : [`${name} must be camelCase: a small letter, then letters and digits, 40 at most`]),
    ...(name === PUBLIC || name === 'server' ? [`${name} is a name that the product itself uses`] : []),
    ...(Object.hasOwn(Object.prototype, name) ? [`${name} is a name that every JavaScript object uses`] : []),
    ...Object.keys(options)
      .filter((option) => !OPTIONS.includes(option))
      .map((option) => `${name}.${option} is unknown; there are: ${OPTIONS.join(', ')}`),
    ...(options.administersUsers && !options.manager
      ? [`${name}.administersUsers needs "manager: true": users are administered there`]
      : []),
    ...(Array.isArray(options.administersUsers)
      ? options.administersUsers
          .filter((other) => !Object.hasOwn(stated, other))
          .map((other) => `${name}.administersUsers names ${other}, which is no role`)
      : []),
    ...(options.newUsers && options.administersUsers
      ? [`${name}.newUsers would let everybody who signs up administer users`]
      : []),
  ]);
  const having = (option: keyof RoleOptions) => Object.values(stated).filter((role) => role[option]).length;
  if (having('administersUsers') === 0) problems.push('one role must have "administersUsers: true"');
  if (having('newUsers') !== 1) problems.push('exactly one role must have "newUsers: true"');
  return problems;
};

/**
 * States the roles of the users. Throws a RolesError that lists what is wrong with them.
 *
 *     const roles = defineRoles({
 *       admin: { manager: true, administersUsers: true },
 *       librarian: { manager: true },
 *       user: { newUsers: true },
 *     });
 */
export const defineRoles = <const R extends Role>(stated: { readonly [K in R]: RoleOptions }): Roles<R> => {
  const all: Readonly<Record<string, RoleOptions>> = stated;
  const problems = check(all);
  if (problems.length > 0) throw new RolesError(problems);
  const having = (option: keyof RoleOptions) => Object.keys(all).filter((name) => all[name]?.[option]);
  const roles: Roles = {
    names: Object.keys(all) as [string, ...string[]],
    titles: Object.fromEntries(
      Object.entries(all).map(([name, { title }]) => [name, title ?? readable(name)]),
    ),
    managers: having('manager'),
    administrators: having('administersUsers') as [string, ...string[]],
    administered: Object.fromEntries(
      Object.entries(all).flatMap(([name, { administersUsers }]) =>
        typeof administersUsers === 'object' ? [[name, administersUsers]] : [],
      ),
    ),
    sharingDefaultViews: Object.keys(all).filter((name) => {
      const { administersUsers = false, sharesDefaultViews = administersUsers !== false } = all[name]!;
      return sharesDefaultViews;
    }),
    ofNewUsers: having('newUsers')[0]!,
  };
  // The names are the keys of the object, and their type that of the same keys.
  return Object.freeze(roles) as Roles<R>;
};

/** The roles of a config that states none. */
export const defaultRoles = defineRoles({
  admin: { manager: true, administersUsers: true },
  user: { newUsers: true },
});

/** The name of a role of a config that states none. */
export type DefaultRole = (typeof defaultRoles)['names'][number];
