import { joinFields } from '@bindery/contract/records/resources/fields.ts';
import type { JoinTable, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { databaseName, JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { EntitySchema } from '@mikro-orm/core';
import type { Row } from './connection.ts';
import { joinRename } from './renames.ts';

/** The database's own effects; the server empties the fields before, with their history. */
const DELETE_RULES = { restrict: 'restrict', setNull: 'cascade', cascade: 'cascade' } as const;

/** Returns the entities of all join tables. */
export const joinTables = (
  resources: Readonly<Record<string, Resource>>,
  entityOf: (resource: string) => EntitySchema,
): EntitySchema[] =>
  Object.values(resources).flatMap((resource) =>
    joinFields(resource).map((field) => joinTable(resource, { field, entityOf })),
  );

interface Joining {
  readonly field: ResourceField & { readonly join: JoinTable };
  readonly entityOf: (resource: string) => EntitySchema;
}

/** The pair of record and value is the primary key; the reverse pair has an index. */
function joinTable(resource: Resource, { field, entityOf }: Joining): EntitySchema {
  const { table } = field.join;
  const { source, target, position } = JOIN_COLUMNS;
  const side = (name: string, { to, deleteRule }: { to: string; deleteRule: string }) => ({
    kind: 'm:1',
    entity: () => entityOf(to),
    mapToPk: true,
    primary: true,
    index: false,
    fieldName: name,
    foreignKeyName: databaseName(table, name, 'foreign'),
    deleteRule,
    updateRule: 'no action',
  });
  const entity = new EntitySchema<Row>({
    name: `${resource.name}.${field.name}`,
    tableName: table,
    ...joinRename(resource, field),
    properties: {
      source: side(source, { to: resource.name, deleteRule: 'cascade' }),
      target: side(target, { to: field.to!, deleteRule: DELETE_RULES[field.onDelete ?? 'restrict'] }),
      position: { type: 'integer', fieldName: position },
    },
  });
  const name = databaseName(table, target, 'order');
  entity.addIndex({
    name,
    expression: `create index "${name}" on "${table}" ("${target}", "${source}")`,
  });
  return entity as EntitySchema;
}
