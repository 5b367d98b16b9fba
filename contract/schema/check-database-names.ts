import type { Mistake } from './error.ts';
import { databaseName } from './names.ts';
import type { Resource, ResourceField } from './resource.ts';

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

const columnsOf = (field: ResourceField, key: string): Claim[] => [
  [field.column, key],
  ...(field.searchColumn ? [[field.searchColumn, key] as const] : []),
];

const relationsOf = ({ name, table, fields, unique }: Resource): Claim[] => [
  [table, name],
  ...Object.values<ResourceField>(fields).flatMap(({ name: field, column, searchColumn }): Claim[] => [
    [databaseName(table, searchColumn ?? column, 'order'), `${name}.fields.${field}`],
    ...(searchColumn
      ? [[databaseName(table, searchColumn, 'trigram'), `${name}.fields.${field}`] as const]
      : []),
  ]),
  ...unique.map((rule): Claim => [rule.name, `${name}.unique`]),
];

/**
 * Finds different names in the entries that become the same database name: columns of one table (the reference
 * `author` and the field `authorId` both have `author_id`), and tables and indexes.
 */
export const checkDatabaseNames = (resources: readonly Resource[]): Mistake[] => {
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
      (column, other) => `needs the column "${column}", which ${other} has already; rename one of them`,
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
      `needs the name "${name}" in the database, which ${other} has already; rename or remove one of them`,
  ).map(({ key, problem }) => {
    const [resource = '', ...rest] = key.split('.');
    return { resource, key: rest.join('.') || 'name', value: rest.at(-1) ?? resource, problem };
  });
  return [...columns, ...relations];
};
