import type { JoinTable, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { columnName, foldedColumnName, joinTableName, snakeCase } from '@bindery/contract/schema/names.ts';
import type { EntityMetadata, EntitySchema } from '@mikro-orm/core';

/** A former name: the one in the database, and the one in the config entry if declared. */
interface Former {
  readonly was?: { readonly sql: string; readonly name?: string };
}

/** The former and the new name of a field or a column. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The renamed field of a resource. */
type FieldRename = Rename & { readonly resource: string };

/** The former names of a join table, and the former name of its field. */
interface FormerJoin {
  readonly formerJoin?: { readonly tables: readonly string[]; readonly field?: FieldRename };
}

/** A renamed column. */
interface ColumnRename extends Rename {
  /** The names of the field, if the column is a field's own. */
  readonly field?: Rename;
}

/** The renames that a config entry declares for one table. */
export interface TableRenames extends Former {
  readonly table: string;
  readonly resource: string;
  readonly columns: readonly ColumnRename[];
  /** Set for a join table: the renamed field, whose values the history has under the former name. */
  readonly joinField?: FieldRename;
}

/** The resource of better-auth's entity when it has another name, under which the history has it. */
export interface EntityOfEntry {
  resource?: string;
}

const resourceOf = (meta: EntityMetadata): string =>
  (meta as EntityOfEntry).resource ?? String(meta.className);

/** The former name of a resource's table, as its entity stores it. */
export const tableRename = ({ was }: Resource): Former =>
  was ? { was: { sql: snakeCase(was), name: was } } : {};

const formerColumn = (was: string, { to }: ResourceField) =>
  columnName(was, { isReference: to !== undefined });

/** The former name of a field's column, as its property stores it. */
export const columnRename = (field: ResourceField): Former =>
  field.was ? { was: { sql: formerColumn(field.was, field), name: field.was } } : {};

/** The former name of a field's search column. */
export const foldedRename = (field: ResourceField): Former =>
  field.was ? { was: { sql: foldedColumnName(formerColumn(field.was, field)) } } : {};

/** The former names of a field's join table in its entity: the resource or field may have been renamed. */
export const joinRename = (
  resource: Resource,
  field: ResourceField & { readonly join: JoinTable },
): FormerJoin => {
  const tables = [...(resource.was ? [snakeCase(resource.was)] : []), resource.table].flatMap((table) =>
    [...(field.was ? [field.was] : []), field.name].map((name) => joinTableName(table, name)),
  );
  const former = tables.filter((table) => table !== field.join.table);
  if (former.length === 0) return {};
  const renamed = field.was && { resource: resource.name, from: field.was, to: field.name };
  return { formerJoin: { tables: former, ...(renamed && { field: renamed }) } };
};

/** Declares the former names of a table of the engine, and of its columns by property. */
export function declareFormerNames(
  entity: Pick<EntitySchema, 'meta'>,
  { table, columns = {} }: { table?: string; columns?: Readonly<Record<string, string>> },
): void {
  if (table) Object.assign(entity.meta, { was: { sql: table } } satisfies Former);
  for (const [name, sql] of Object.entries(columns))
    Object.assign(entity.meta.properties[name]!, { was: { sql } } satisfies Former);
}

/** Reads the declared renames from the entities, those of join tables last. */
export function renamesIn(entities: Iterable<EntityMetadata>): TableRenames[] {
  const all = [...entities];
  return [...all.flatMap(tableRenamesIn), ...all.flatMap(joinRenamesIn)];
}

function joinRenamesIn(meta: EntityMetadata): TableRenames[] {
  const { formerJoin } = meta as FormerJoin;
  return (formerJoin?.tables ?? []).map((sql) => ({
    table: meta.tableName,
    resource: String(meta.className),
    columns: [],
    was: { sql },
    ...(formerJoin?.field && { joinField: formerJoin.field }),
  }));
}

function tableRenamesIn(meta: EntityMetadata): TableRenames[] {
  const { was } = meta as Former;
  const columns = Object.values(meta.properties).flatMap((property): ColumnRename[] => {
    const former = (property as Former).was;
    const [to] = property.fieldNames ?? [];
    if (!former || !to) return [];
    const field = former.name ? { field: { from: former.name, to: property.name } } : {};
    return [{ from: former.sql, to, ...field }];
  });
  const renames = { table: meta.tableName, resource: resourceOf(meta), columns };
  return was || columns.length > 0 ? [{ ...renames, ...(was && { was }) }] : [];
}
