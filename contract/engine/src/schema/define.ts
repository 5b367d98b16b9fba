import { check } from './check.ts';
import type { Entries, EntriesWith, Fields } from './entry.ts';
import { type Mistake, ResourceConfigError, RolesError } from './error.ts';
import { withLabels } from './label.ts';
import { databaseName, snakeCase } from './names.ts';
import { normalise } from './normalise.ts';
import { RESERVED_RESOURCES } from './reserved-names.ts';
import type { Resource, ResourceField, Resources } from './resource.ts';
import { type DefaultRole, defaultRoles, type Role, type Roles } from './roles.ts';
import type { Valid } from './valid-entries.ts';

/**
 * Converts the entries of resources.config.ts to Resources: checked, with all defaults, frozen. Without
 * `roles` the roles are an admin, who enters the manager, and a user. Throws a ResourceConfigError that lists
 * every mistake the types could not catch; a RolesError for roles made without `defineRoles`.
 */
export function defineResources<
  const C extends EntriesWith<U>,
  const R extends Role = DefaultRole,
  const U extends Fields = Record<never, never>,
>(stated: Valid<C, NoInfer<R>, U>, options?: { readonly roles?: Roles<R> }): Resources<C, R>;
// Values that pass the types are entries: the user of a row filter has the fields that they define
// themselves.
export function defineResources(entries: Entries, options: { readonly roles?: Roles } = {}): object {
  const roles: Roles = options.roles ?? defaultRoles;
  if (!Array.isArray(roles.names)) throw new RolesError(['they must be made with defineRoles']);
  const mistakes = check(entries, roles);
  if (mistakes.length > 0) throw new ResourceConfigError(mistakes);
  const byName = new Map<string, Resource>();
  const resourceNamed = (name: string) => byName.get(name);
  const resources = Object.entries(withLabels(entries)).map(([name, entry]) =>
    normalise(name, { entry, entries, roles, resourceNamed }),
  );
  for (const resource of resources) byName.set(resource.name, resource);
  const clashes = checkDatabaseNames(resources);
  if (clashes.length > 0) throw new ResourceConfigError(clashes);
  return Object.freeze(Object.fromEntries(resources.map((resource) => [resource.name, resource])));
}

type Claim = readonly [name: string, key: string];

/** Finds keys whose name is already used by another key. */
const clashes = (claims: readonly Claim[], problem: (name: string, other: string) => string) => {
  const owners = new Map<string, string>();
  return claims.flatMap(([name, key]) => {
    const other = owners.get(name);
    if (other === undefined) owners.set(name, key);
    return other === undefined ? [] : [{ key, problem: problem(name, other) }];
  });
};

const columnsOf = (field: ResourceField, key: string): Claim[] =>
  field.join || field.computed
    ? []
    : [[field.column, key], ...(field.searchColumn ? [[field.searchColumn, key] as const] : [])];

const writtenFields = (fields: Resource['fields']) =>
  Object.values<ResourceField>(fields).filter(({ computed }) => !computed);

const relationsOf = ({ name, table, fields, unique }: Resource): Claim[] => [
  [table, name],
  ...writtenFields(fields).flatMap(({ name: field, join, column, searchColumn }): Claim[] => [
    ...(join ? [[join.table, `${name}.fields.${field}`] as const] : []),
    [databaseName(join?.table ?? table, searchColumn ?? column, 'order'), `${name}.fields.${field}`],
    ...(searchColumn
      ? [[databaseName(table, searchColumn, 'trigram'), `${name}.fields.${field}`] as const]
      : []),
  ]),
  ...unique.map((rule): Claim => [rule.name, `${name}.unique`]),
];

/** The tables that exist besides those of the resources. */
const OTHER_TABLES: readonly string[] = [...RESERVED_RESOURCES.map(snakeCase), 'mikro_orm_migrations'];

/** Finds join tables with the name of a table that the product itself or PostgreSQL has. */
const reservedTables = (resources: readonly Resource[]): Mistake[] =>
  resources.flatMap((resource) =>
    Object.values<ResourceField>(resource.fields).flatMap(({ name, join }) => {
      if (!join || !(OTHER_TABLES.includes(join.table) || join.table.startsWith('pg_'))) return [];
      const problem = `needs the table "${join.table}", which already exists; rename the field`;
      return [{ resource: resource.name, key: `fields.${name}`, value: name, problem }];
    }),
  );

/**
 * Finds different names in the entries that become the same database name: columns of one table (the
 * reference
 * `author` and the field `authorId` both have `author_id`), and tables and indexes.
 */
const checkDatabaseNames = (resources: readonly Resource[]): Mistake[] => {
  const columns = resources.flatMap((resource) => {
    const own: Claim[] = [
      ['id', 'id'],
      ...Object.values(resource.own).map(({ column, name }): Claim => [column, name]),
    ];
    const stated = Object.values<ResourceField>(resource.fields).flatMap((field) =>
      columnsOf(field, `fields.${field.name}`),
    );
    return clashes(
      [...own, ...stated],
      (column, other) => `needs the column "${column}", which ${other} already has; rename one of them`,
    ).map(({ key, problem }) => ({
      resource: resource.name,
      key,
      value: key.replace('fields.', ''),
      problem,
    }));
  });
  const relations = clashes(
    resources.flatMap(relationsOf),
    (name, other) =>
      `needs the name "${name}" in the database, which ${other} already has; rename or remove one of them`,
  ).map(({ key, problem }) => {
    const [resource = '', ...rest] = key.split('.');
    return { resource, key: rest.join('.') || 'name', value: rest.at(-1) ?? resource, problem };
  });
  return [...columns, ...relations, ...reservedTables(resources)];
};
