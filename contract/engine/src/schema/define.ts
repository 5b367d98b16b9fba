import { check } from './check.ts';
import type { Entries, EntriesWith, Fields } from './entry.ts';
import { type Mistake, ResourceConfigError, RolesError } from './error.ts';
import { withLabels } from './label.ts';
import { databaseName, snakeCase } from './names.ts';
import { normalise } from './normalise.ts';
import { RESERVED_RESOURCES } from './reserved-names.ts';
import type { Resource, Resources } from './resource.ts';
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

/** A name in the database that a part of an entry needs; the key is `name` for the table of the entry. */
interface Claim {
  readonly name: string;
  readonly resource: string;
  readonly key: string;
}

const claims = (names: readonly (string | undefined)[], at: Omit<Claim, 'name'>): Claim[] =>
  names.flatMap((name) => (name === undefined ? [] : [{ ...at, name }]));

/** Finds names that an earlier claim already has. */
const clashes = (all: readonly Claim[], problem: (name: string, owner: Claim) => string): Mistake[] => {
  const owners = new Map<string, Claim>();
  return all.flatMap((claim) => {
    const { name, resource, key } = claim;
    const owner = owners.get(name);
    if (!owner) owners.set(name, claim);
    const value = key === 'name' ? resource : key.replace('fields.', '');
    return owner ? [{ resource, key, value, problem: problem(name, owner) }] : [];
  });
};

const writtenFields = (fields: Resource['fields']) =>
  Object.values(fields).filter(({ computed }) => !computed);

const columnsOf = ({ name: resource, own, fields }: Resource): Claim[] => [
  { name: 'id', resource, key: 'id' },
  ...Object.values(own).map(({ column, name }) => ({ name: column, resource, key: name })),
  ...writtenFields(fields).flatMap(({ name, join, column, searchColumn }) =>
    claims(join ? [] : [column, searchColumn], { resource, key: `fields.${name}` }),
  ),
];

const relationsOf = ({ name: resource, table, fields, unique }: Resource): Claim[] => [
  { name: table, resource, key: 'name' },
  ...writtenFields(fields).flatMap(({ name, join, column, searchColumn }) => {
    const order = databaseName(join?.table ?? table, searchColumn ?? column, 'order');
    const trigram = searchColumn && databaseName(table, searchColumn, 'trigram');
    return claims([join?.table, order, trigram], { resource, key: `fields.${name}` });
  }),
  ...unique.map(({ name }) => ({ name, resource, key: 'unique' })),
];

/** The tables that exist besides those of the resources. */
const OTHER_TABLES: readonly string[] = [...RESERVED_RESOURCES.map(snakeCase), 'mikro_orm_migrations'];

/** Finds join tables with the name of a table that the product itself or PostgreSQL has. */
const reservedTables = ({ name: resource, fields }: Resource): Mistake[] =>
  Object.values(fields).flatMap(({ name, join }) => {
    if (!join || !(OTHER_TABLES.includes(join.table) || join.table.startsWith('pg_'))) return [];
    const problem = `needs the table "${join.table}", which already exists; rename the field`;
    return [{ resource, key: `fields.${name}`, value: name, problem }];
  });

/**
 * Finds different names in the entries that become the same database name: columns of one table (the
 * reference `author` and the field `authorId` both have `author_id`), and tables and indexes.
 */
const checkDatabaseNames = (resources: readonly Resource[]): Mistake[] => [
  ...resources.flatMap((resource) =>
    clashes(
      columnsOf(resource),
      (column, { key }) => `needs the column "${column}", which ${key} already has; rename one of them`,
    ),
  ),
  ...clashes(resources.flatMap(relationsOf), (name, { resource, key }) => {
    const owner = key === 'name' ? resource : `${resource}.${key}`;
    return `needs the name "${name}" in the database, which ${owner} already has; rename or remove one of them`;
  }),
  ...resources.flatMap(reservedTables),
];
