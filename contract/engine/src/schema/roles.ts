import { RolesError, unknownName } from './error.ts';
import { NAME, NAME_RULE, readable } from './names.ts';

/** The name of a role. resources.config.ts defines the existing ones. */
export type Role = string;

/** The role of callers without a session. It has only the rights that entries give it. */
export const PUBLIC = 'public';

/** What a role may do besides the rights of the entries. Every signed-in user may enter the app. */
export interface RoleOptions {
  /**
   * Whether its users may enter the manager.
   * @default false
   */
  readonly manager?: boolean;
  /**
   * Whether its users may invite, change, ban, delete and impersonate other users, within the entry `users`.
   * The first such role is that of ADMIN_EMAIL and may assign all roles; at least one user always has one.
   * Any other one administers users of the roles without any right that it lacks, or of the listed roles.
   * @default false
   * @example administersUsers: ['teacher', 'guardian']
   */
  readonly administersUsers?: boolean | readonly string[];
  /**
   * Whether its users may share default views, which open the lists of users whose role lacks this right.
   * @default the value of administersUsers, as true or false
   * @example sharesDefaultViews: true
   */
  readonly sharesDefaultViews?: boolean;
  /**
   * Whether new users get it; true for exactly one role.
   * @default false
   */
  readonly newUsers?: boolean;
  /**
   * Its fallback label; the humanized name by default.
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
  /** The roles that administer users; the first one is the role of ADMIN_EMAIL. */
  readonly administrators: readonly [R, ...R[]];
  /** The roles whose users a role administers, if it lists them. */
  readonly administered: { readonly [K in R]?: readonly R[] };
  /** The roles whose shared default views open the lists of the other roles. */
  readonly sharingDefaultViews: readonly R[];
  /** The role of new users. */
  readonly ofNewUsers: R;
}

const OPTIONS: readonly string[] = Object.keys({
  manager: true,
  administersUsers: true,
  sharesDefaultViews: true,
  newUsers: true,
  title: true,
} satisfies Record<keyof RoleOptions, true>);

/** Returns the options whose value has an invalid type: a config may be written without the compiler. */
const invalidTypes = (name: string, { title, ...options }: RoleOptions): string[] => [
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
  const invalid = Object.entries(stated).flatMap(([name, options]) =>
    typeof options === 'object' && options !== null
      ? invalidTypes(name, options)
      : [`${name} must be an object of options, such as {}`],
  );
  if (invalid.length > 0) return invalid;
  const problems = Object.entries(stated).flatMap(([name, options]) => [
    ...(NAME.test(name) ? [] : [`${name} ${NAME_RULE}`]),
    ...(name === PUBLIC || name === 'server' ? [`${name} is a name that the product uses`] : []),
    ...(Object.hasOwn(Object.prototype, name) ? [`${name} is a name that every JavaScript object has`] : []),
    ...Object.keys(options)
      .filter((option) => !OPTIONS.includes(option))
      .map((option) => `${name}.${option} ${unknownName(option, OPTIONS)}`),
    ...(options.administersUsers && !options.manager
      ? [`${name}.administersUsers needs "manager: true": users are administered there`]
      : []),
    ...(Array.isArray(options.administersUsers)
      ? options.administersUsers
          .filter((other) => !Object.hasOwn(stated, other))
          .map((other) => `${name}.administersUsers: "${other}" ${unknownName(other, Object.keys(stated))}`)
      : []),
    ...(options.newUsers && options.administersUsers
      ? [`${name}.newUsers would let any visitor who signs up administer users`]
      : []),
  ]);
  const having = (option: keyof RoleOptions) => Object.keys(stated).filter((name) => stated[name]?.[option]);
  if (having('administersUsers').length === 0) problems.push('one role must have "administersUsers: true"');
  const ofNewUsers = having('newUsers');
  if (ofNewUsers.length !== 1)
    problems.push(
      `exactly one role must have "newUsers: true"${ofNewUsers.length > 0 ? `, not ${ofNewUsers.join(' and ')}` : ''}`,
    );
  return problems;
};

/**
 * Defines the roles of the users. Throws a RolesError that lists their mistakes.
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
  // The names are the keys of the object, and their type is the type of the same keys.
  return Object.freeze(roles) as Roles<R>;
};

/** The roles of a config that defines none. */
export const defaultRoles = defineRoles({
  admin: { manager: true, administersUsers: true },
  user: { newUsers: true },
});

/** The name of a role of a config that defines none. */
export type DefaultRole = (typeof defaultRoles)['names'][number];
