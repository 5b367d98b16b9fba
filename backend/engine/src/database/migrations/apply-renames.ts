import {
  type AbstractSqlPlatform,
  type DatabaseSchema,
  DatabaseTable,
  type ForeignKey,
  type IndexDef,
} from '@mikro-orm/sql';
import type { Rename, TableRenames } from '../renames.ts';
import { readValues } from '../select-values.ts';

/** The result of the renames, which precede all other comparisons. */
export interface Renamed {
  readonly statements: readonly string[];
  readonly summary: readonly string[];
  /** The tables that are renamed, or of which columns are, by their new names. */
  readonly tables: readonly string[];
  /** Returns the current database name of a table or a column, given its new name. */
  former(table: string, column?: string): string;
}

interface Schemas {
  readonly before: DatabaseSchema;
  readonly after: DatabaseSchema;
  readonly platform: AbstractSqlPlatform;
}

/** The tables that store the names of resources and fields. */
const LOGS = ['history', 'write_events'] as const;

/**
 * Renames tables and columns in `before` as the entries declare, with indexes and constraints named after
 * them and field names in the history. Skips former names that an earlier migration has renamed.
 */
export function rename({ before, after, platform }: Schemas, renames: readonly TableRenames[]): Renamed {
  const statements: string[] = [];
  const summary: string[] = [];
  const tables = new Set<string>();
  const formerNames = new Map<string, string>();
  const logs = LOGS.filter((log) => before.hasTable(log));
  for (const { table, resource, was, joinField } of renames) {
    if (!was || !before.hasTable(was.sql) || before.hasTable(table)) continue;
    renameTable(before, { from: was.sql, to: table, platform });
    statements.push(`alter table "${was.sql}" rename to "${table}";`);
    summary.push(`renames ${was.sql} to ${table}`);
    tables.add(table);
    formerNames.set(table, was.sql);
    for (const log of logs) {
      if (joinField) statements.push(renameInLog(log, joinField.resource, joinField));
      if (was.name)
        statements.push(`update "${log}" set "resource" = '${resource}' where "resource" = '${was.name}';`);
    }
  }
  for (const { table, resource, columns } of renames) {
    const [old, target] = [before.getTable(table), after.getTable(table)];
    if (!old || !target) continue;
    for (const { from, to, field } of columns) {
      if (!old.hasColumn(from) || old.hasColumn(to) || target.hasColumn(from)) continue;
      renameColumn(old, { from, to });
      statements.push(`alter table "${table}" rename column "${from}" to "${to}";`);
      formerNames.set(`${table}.${to}`, from);
      summary.push(`${table}: renames ${from} to ${to}`);
      tables.add(table);
      if (field) statements.push(...logs.map((log) => renameInLog(log, resource, field)));
    }
    statements.push(...renameDependents(old, target));
  }
  return {
    statements,
    summary,
    tables: [...tables],
    former: (table, column) =>
      column === undefined
        ? (formerNames.get(table) ?? table)
        : (formerNames.get(`${table}.${column}`) ?? column),
  };
}

/** The history stores field names. Avoids the `?` operator, which would be taken for a parameter. */
const renameInLog = (log: string, resource: string, { from, to }: Rename) =>
  `update "${log}" set "changes" = ("changes" - '${from}') || jsonb_build_object('${to}', "changes" -> '${from}') ` +
  `where "resource" = '${resource}' and jsonb_exists("changes", '${from}');`;

function renameTable(
  schema: DatabaseSchema,
  { from, to, platform }: Rename & { platform: AbstractSqlPlatform },
) {
  const old = schema.getTable(from)!;
  const table = new DatabaseTable(platform, to, old.schema);
  if (old.comment) table.comment = old.comment;
  for (const column of old.getColumns()) table.addColumn(column);
  table.setIndexes(
    old
      .getIndexes()
      .map((index) => withExpression(index, (sql) => sql.replace(`on "${from}"`, `on "${to}"`))),
  );
  table.setChecks(old.getChecks());
  table.setForeignKeys(old.getForeignKeys());
  schema.setTables(schema.getTables().map((one) => (one === old ? table : one)));
  const renamed = (name: string) =>
    name.split('.').at(-1) === from ? name.slice(0, -from.length) + to : name;
  for (const one of schema.getTables())
    for (const key of Object.values(one.getForeignKeys())) {
      key.localTableName = renamed(key.localTableName);
      key.referencedTableName = renamed(key.referencedTableName);
    }
}

function renameColumn(table: DatabaseTable, { from, to }: Rename) {
  const column = table.getColumn(from)!;
  const other = (name: string) => (name === from ? to : name);
  const quoted = (sql: string) => sql.replaceAll(`"${from}"`, `"${to}"`);
  // Not the names of the index and the table, which precede the columns.
  const inColumns = (sql: string) => sql.replace(/\(.*/s, quoted);
  table.removeColumn(from);
  table.addColumn({ ...column, name: to });
  for (const one of table.getColumns()) if (one.generated) one.generated = quoted(one.generated);
  table.setIndexes(
    table.getIndexes().map((index) => ({
      ...withExpression(index, inColumns),
      columnNames: index.columnNames.map(other),
    })),
  );
  for (const key of Object.values(table.getForeignKeys())) key.columnNames = key.columnNames.map(other);
  table.setChecks(
    table.getChecks().map((check) => ({
      ...check,
      ...(check.columnName !== undefined && { columnName: other(check.columnName) }),
      expression: String(check.expression).replace(`"${from}" in (`, `"${to}" in (`),
    })),
  );
}

/** Returns an index with changed SQL, if it has any. */
const withExpression = (index: IndexDef, change: (sql: string) => string): IndexDef =>
  index.expression === undefined ? index : { ...index, expression: change(index.expression) };

/** Renames indexes and constraints to match their counterparts in the target; returns the statements. */
function renameDependents(old: DatabaseTable, target: DatabaseTable): string[] {
  const statements: string[] = [];
  const renameConstraint = (from: string, to: string) =>
    statements.push(`alter table "${old.name}" rename constraint "${from}" to "${to}";`);
  const rest = ({ keyName, expression, columnNames, unique, primary }: IndexDef) =>
    JSON.stringify([expression?.replace(`"${keyName}"`, ''), columnNames, unique, primary]);
  const indexes = old.getIndexes().map((index) => {
    const equal = target.getIndexes().find((candidate) => rest(candidate) === rest(index));
    if (!equal || equal.keyName === index.keyName || old.hasIndex(equal.keyName)) return index;
    if (index.constraint) renameConstraint(index.keyName, equal.keyName);
    else statements.push(`alter index "${index.keyName}" rename to "${equal.keyName}";`);
    return { ...index, keyName: equal.keyName, ...(equal.expression && { expression: equal.expression }) };
  });
  old.setIndexes(indexes);
  const checks = old.getChecks().map((check) => {
    const column = readValues(String(check.expression))?.column;
    const equal = target.getChecks().find((one) => readValues(String(one.expression))?.column === column);
    if (column === undefined || !equal || equal.name === check.name) return check;
    renameConstraint(check.name, equal.name);
    return { ...check, name: equal.name };
  });
  old.setChecks(checks);
  const about = ({ columnNames, referencedTableName }: ForeignKey) =>
    JSON.stringify([columnNames, referencedTableName]);
  const keys = Object.values(old.getForeignKeys()).map((key) => {
    const equal = Object.values(target.getForeignKeys()).find((candidate) => about(candidate) === about(key));
    if (!equal || equal.constraintName === key.constraintName) return key;
    renameConstraint(key.constraintName, equal.constraintName);
    return { ...key, constraintName: equal.constraintName };
  });
  old.setForeignKeys(Object.fromEntries(keys.map((key) => [key.constraintName, key])));
  return statements;
}
