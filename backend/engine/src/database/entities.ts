import { columnFields, joinFields } from '@bindery/contract/records/resources/fields.ts';
import type {
  AllResources,
  JoinTable,
  Resource,
  ResourceField,
  UniqueRule,
} from '@bindery/contract/schema/index.ts';
import { databaseName, JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { isSignInField } from '@bindery/contract/schema/users.ts';
import { BigIntType, EntitySchema } from '@mikro-orm/core';
import { authEntities } from './auth-schema.ts';
import type { Row } from './connection.ts';
import { History } from './history.ts';
import { newId } from './id.ts';
import { columnRename, type EntityOfEntry, foldedRename, joinRename, tableRename } from './renames.ts';
import { indexesOf, normalizedText, searchColumn } from './search-columns.ts';
import { addValueRules, quoteLiteral, statedFormerValues } from './select-values.ts';
import {
  apiKeys,
  batchJobTables,
  fileTables,
  IdempotencyKey,
  importTables,
  limitTables,
  StoredFile,
  savedViewChoices,
  savedViews,
} from './tables.ts';
import { timestamps } from './time.ts';
import { WriteEvent } from './write-events.ts';

const DELETE_RULES = { restrict: 'restrict', setNull: 'set null', cascade: 'cascade' } as const;

/**
 * Returns the entities of all tables: better-auth's, one for each resource, history, events, saved views, API
 * keys, idempotency keys, limits, imports, batch jobs and files. better-auth's table of users gains the
 * columns of the fields that better-auth does not know, as well as search columns and indexes.
 */
export function createEntities(resources: AllResources): EntitySchema[] {
  const own = new Map<string, EntitySchema>();
  const entityOf = (target: string) => own.get(target)!;
  const managed = Object.values(resources).find(({ managedBy }) => managedBy === 'auth');
  const authTables = Object.values(authEntities(managed && columnsOf(managed, entityOf)));
  for (const resource of Object.values(resources)) {
    const entity =
      resource.managedBy === 'auth' ? authTable(authTables, resource) : appTable(resource, entityOf);
    addSearchColumns(entity, resource);
    own.set(resource.name, entity);
  }
  const joins = Object.values(resources).flatMap((resource) =>
    joinFields(resource).map((field) => joinTable(resource, field, entityOf)),
  );
  const users = authTables.find(({ tableName }) => tableName === 'users')!;
  const logs = [History, WriteEvent, IdempotencyKey] as EntitySchema[];
  const views = savedViews(users);
  const ofUsers = [views, savedViewChoices(users, views), apiKeys(users)];
  const others = [...logs, ...ofUsers, ...limitTables, ...importTables, ...batchJobTables, ...fileTables];
  return [...new Set([...authTables, ...own.values(), ...joins, ...others])];
}

/** Returns the entity of a resource. */
type EntityOf = (resource: string) => EntitySchema;

/** Returns the columns of a resource by field, for users only those besides better-auth's. */
const columnsOf = (resource: Resource, entityOf: EntityOf) =>
  Object.fromEntries(
    columnFields(resource)
      .filter(({ name }) => resource.managedBy !== 'auth' || !isSignInField(name))
      .map((field) => [field.name, column(field, { table: resource.table, entityOf })]),
  );

/** Returns better-auth's table of a resource, with the rules on the fields that better-auth does not know. */
function authTable(authTables: readonly EntitySchema[], resource: Resource): EntitySchema {
  const entity = authTables.find(({ tableName }) => tableName === resource.table);
  if (!entity)
    throw new Error(
      `resources.config.ts: ${resource.name} is managed by auth, which has no table "${resource.table}".`,
    );
  const fields = Object.fromEntries(Object.entries(resource.fields).filter(([name]) => !isSignInField(name)));
  const unique = resource.unique.filter((rule) => !rule.fields.every(isSignInField));
  addUniqueRules(entity, { ...resource, unique });
  addValueRules(entity, { ...resource, fields });
  (entity.meta as EntityOfEntry).resource = resource.name;
  return entity;
}

function appTable(resource: Resource, entityOf: EntityOf): EntitySchema {
  const entity = new EntitySchema<Row>({
    name: resource.name,
    tableName: resource.table,
    ...tableRename(resource),
    properties: {
      id: { type: 'uuid', primary: true, onCreate: newId },
      ...columnsOf(resource, entityOf),
      ...timestamps,
      ...(resource.archive && { archivedAt: { type: 'datetime', length: 3, nullable: true } }),
    },
  });
  addUniqueRules(entity, resource);
  addValueRules(entity, resource);
  return entity;
}

interface Reference {
  readonly to: () => EntitySchema;
  readonly deleteRule: string;
}

/** Returns the property of a column with a foreign key. */
const reference = (table: string, fieldName: string, { to, deleteRule }: Reference) => ({
  kind: 'm:1',
  entity: to,
  mapToPk: true,
  index: false,
  fieldName,
  foreignKeyName: databaseName(table, fieldName, 'foreign'),
  deleteRule,
  updateRule: 'no action',
});

/** Returns the column of a field as its kind defines it. */
function column(field: ResourceField, { table, entityOf }: { table: string; entityOf: EntityOf }): object {
  const shared = { fieldName: field.column, nullable: !field.required, ...columnRename(field) };
  const { to } = field;
  if (to || field.upload)
    return {
      ...shared,
      ...reference(table, field.column, {
        to: () => (to ? entityOf(to) : StoredFile),
        deleteRule: DELETE_RULES[field.onDelete ?? 'restrict'],
      }),
    };
  const ofRowsBefore = field.required && field.default !== undefined ? { default: field.default } : {};
  const { type, sql } = field.type;
  // By default MikroORM loads a bigint as a BigInt, which neither JSON nor the types of the config support.
  const asNumber = type === 'bigint' ? new BigIntType('number') : type;
  return { ...shared, type: asNumber, columnType: sql, ...ofRowsBefore, ...statedFormerValues(field) };
}

function addSearchColumns(entity: EntitySchema<Row>, resource: Resource): void {
  for (const field of Object.values(resource.fields))
    if (field.searchColumn)
      entity.addProperty(field.searchColumn, 'text', {
        ...searchColumn(field),
        ...foldedRename(field),
        fieldName: field.searchColumn,
      });
  for (const index of indexesOf(resource)) entity.addIndex(index);
}

/** Returns whether a plain constraint suffices for a rule; PostgreSQL allows expressions only in an index. */
const isPlain = ({ archive }: Resource, { exact, nulls, when }: UniqueRule) =>
  exact && nulls === 'distinct' && !archive && !when;

/** Adds a resource's unique rules to its table: constraints for unchanged columns, otherwise indexes. */
function addUniqueRules(entity: EntitySchema<Row>, resource: Resource): void {
  for (const rule of resource.unique) {
    if (isPlain(resource, rule)) entity.meta.uniques.push({ name: rule.name, properties: [...rule.fields] });
    else entity.addIndex({ name: rule.name, expression: uniqueIndex(resource, rule) });
  }
}

/**
 * Returns an index on the compared expressions. The index itself normalizes texts, so that it does not depend
 * on a search column of the field.
 */
function uniqueIndex(
  { table, fields, archive }: Resource,
  { name, fields: together, exact, nulls, when = {} }: UniqueRule,
): string {
  const keys = together.map((field) => {
    const { column, isFolded } = fields[field]!;
    return isFolded && !exact ? normalizedText(column) : `"${column}"`;
  });
  const ending = nulls === 'same' ? ' nulls not distinct' : '';
  // An archived record does not reserve a value.
  const live = archive ? ['"archived_at" is null'] : [];
  const met = Object.entries(when).map(
    ([field, values]) => `"${fields[field]!.column}" in (${values.map(quoteLiteral).join(', ')})`,
  );
  const predicates = [...live, ...met].join(' and ');
  const among = predicates && ` where ${predicates}`;
  return `create unique index "${name}" on "${table}" (${keys.join(', ')})${ending}${among}`;
}

/** The database's own effects; the server empties the fields before, with their history. */
const JOIN_DELETE_RULES = { restrict: 'restrict', setNull: 'cascade', cascade: 'cascade' } as const;

/** The pair of record and value is the primary key; the reverse pair has an index. */
function joinTable(
  resource: Resource,
  field: ResourceField & { readonly join: JoinTable },
  entityOf: EntityOf,
): EntitySchema {
  const { table } = field.join;
  const { source, target, position } = JOIN_COLUMNS;
  const side = (name: string, { to, deleteRule }: { to: string; deleteRule: string }) => ({
    ...reference(table, name, { to: () => entityOf(to), deleteRule }),
    primary: true,
  });
  const entity = new EntitySchema<Row>({
    name: `${resource.name}.${field.name}`,
    tableName: table,
    ...joinRename(resource, field),
    properties: {
      source: side(source, { to: resource.name, deleteRule: 'cascade' }),
      target: side(target, { to: field.to!, deleteRule: JOIN_DELETE_RULES[field.onDelete ?? 'restrict'] }),
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
