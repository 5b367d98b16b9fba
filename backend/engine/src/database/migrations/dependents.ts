import type { DatabaseSchema } from '@mikro-orm/sql';
import type { Dependents } from './plan.ts';

/** Returns the indexes and foreign keys of the tables of a schema. */
export const dependentsIn = (schema: DatabaseSchema): Dependents => ({
  indexes: new Map(
    schema
      .getTables()
      .flatMap((table) => table.getIndexes().map(({ keyName }) => [keyName, table.name] as const)),
  ),
  foreignKeys: schema.getTables().flatMap((table) =>
    Object.values(table.getForeignKeys()).map(({ constraintName, columnNames, referencedTableName }) => ({
      table: table.name,
      name: constraintName,
      columns: columnNames,
      referenced: referencedTableName.split('.').at(-1)!,
    })),
  ),
});
