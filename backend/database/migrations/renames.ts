import type { EntityMetadata } from '@mikro-orm/core';
import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { columnName, foldedColumnName, snakeCase } from '#contract/schema/names.ts';

/** A former name: the one in the database, and the one in the config entry where it declares one. */
interface Former {
  readonly was?: { readonly sql: string; readonly name?: string };
}

/** A renamed column. */
interface ColumnRename {
  readonly from: string;
  readonly to: string;
  /** The names of the field, where the column is a field's own. */
  readonly field?: { readonly from: string; readonly to: string };
}

/** The renames that a config entry declares for one table. */
export interface TableRenames {
  readonly table: string;
  readonly resource: string;
  readonly was?: { readonly sql: string; readonly name?: string };
  readonly columns: readonly ColumnRename[];
}

/** The former name of a resource's table, as its entity carries it. */
export const tableRename = ({ was }: Resource): Former =>
  was ? { was: { sql: snakeCase(was), name: was } } : {};

const formerColumn = (was: string, { to }: ResourceField) =>
  columnName(was, { isReference: to !== undefined });

/** The former name of a field's column, as its property carries it. */
export const columnRename = (field: ResourceField): Former =>
  field.was ? { was: { sql: formerColumn(field.was, field), name: field.was } } : {};

/** The former name of a field's search column. */
export const foldedRename = (field: ResourceField): Former =>
  field.was ? { was: { sql: foldedColumnName(formerColumn(field.was, field)) } } : {};

/** Reads the declared renames from the entities. */
export function renamesIn(entities: Iterable<EntityMetadata>): TableRenames[] {
  return [...entities].flatMap((meta) => {
    const { was } = meta as Former;
    const columns = Object.values(meta.properties).flatMap((property): ColumnRename[] => {
      const former = (property as Former).was;
      const [to] = property.fieldNames ?? [];
      if (!former || !to) return [];
      const field = former.name ? { field: { from: former.name, to: property.name } } : {};
      return [{ from: former.sql, to, ...field }];
    });
    const renames = { table: meta.tableName, resource: String(meta.className), columns };
    return was || columns.length > 0 ? [{ ...renames, ...(was && { was }) }] : [];
  });
}
