import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import { fieldKind, type Resource, type ResourceField } from '@bindery/contract/schema/index.ts';
import { type Compilable, type QueryCreator, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { FileUrls } from '#backend/records/files/signed-url.ts';
import { comparedSql, computedByFunction, computedSql } from './computed.ts';
import { fileFacts, fileOf } from './file-facts.ts';
import { selectJoined } from './join-tables.ts';
import {
  type AllResources,
  joinOf,
  type LabelSource,
  labelSource,
  readableTarget,
  withJoins,
} from './labels.ts';
import { hiddenOr, limitedTarget, visibleReference, visibleValue } from './limited-references.ts';
import { maySee } from './rights.ts';
import { isPersonal, type Rows, scopeOf } from './scope.ts';
import { type CompiledStatement, column, type SqlFragment, StatementCache } from './sql-fragment.ts';

/** A record as the API returns it. */
export type RecordJson = { readonly id: string } & Readonly<Record<string, unknown>>;
/** A row as the driver returns it. */
export type DatabaseRow = Readonly<Record<string, unknown>>;
/** A statement under construction, in which the record's table has the alias `record`. */
export type SelectQuery = SelectQueryBuilder<Tables, string, DatabaseRow>;

/** A table to select from, and what reads it: the database, or statements under `with` before a `select`. */
interface SelectSource {
  readonly db: Pick<QueryCreator<Tables>, 'selectFrom'>;
  readonly table: string;
}

/** A source whose selection is only a part of the statement; its parameters follow those of the selection. */
export interface WrappedSource extends SelectSource {
  /** Returns the statement around the selection, which can be built for any part of it. */
  readonly wrap?: (select: (db: SelectSource['db']) => SelectQuery) => Compilable;
}

/**
 * The parts of a statement besides the projection, in the order of the SQL. The projection adds its own key
 * and parameters between them: their number may differ between users of one role.
 */
export interface StatementParts {
  /** The same for all statements that differ only in parameters. */
  readonly key: string;
  /** The parameters of the statements under `with`. */
  readonly before?: readonly unknown[];
  /** What is selected beside the fields. */
  readonly selected?: readonly SqlFragment[];
  /** The parameters of the SQL conditions, and of what follows them. */
  readonly parameters?: readonly unknown[];
}

/** A resource as one viewer sees it: the visible fields, how to select them, and how to serialize a row. */
export interface Projection {
  readonly resource: Resource;
  readonly fields: readonly ResourceField[];
  /** Whether the viewer may read all fields of the resource with all their values. */
  readonly hidesNothing: boolean;
  /** Returns a field by name; undefined if the viewer may not read it or it does not exist. */
  field(name: string): ResourceField | undefined;
  /** Whether the viewer reads other rows or labels than other users of the same role. */
  readonly isPersonal: boolean;
  /** The SQL condition of the rows that the viewer may read; undefined for all of them. */
  readonly scope: SqlFragment | undefined;
  /** Selects the visible fields of the rows that the viewer may read. */
  select(): SelectQuery;
  /** Selects the visible fields, without conditions, from a table with the same columns. */
  selectFrom(from: SelectSource): SelectQuery;
  /**
   * Returns the column to sort a field by (for a reference, the column of its label) and whether it can be
   * null.
   */
  orderColumn(field: ResourceField): OrderColumn;
  /** Returns the SQL with which a field is filtered and searched. */
  operand(field: ResourceField): SqlFragment;
  /**
   * Returns the SQL condition of the values of a field with a join table that the viewer may read; undefined
   * for all.
   */
  valueScope(field: ResourceField): SqlFragment | undefined;
  /** The statements of the viewer; those that extend `select` are compiled by the projection. */
  readonly statements: StatementCache;
  /** Compiles a statement that extends `select`, unless it is cached. */
  compile(parts: StatementParts, build: (select: SelectQuery) => Compilable): CompiledStatement;
  /** Compiles a statement that extends `selectFrom` for the source, unless it is cached. */
  compileFrom(parts: StatementParts, source: () => WrappedSource): CompiledStatement;
  /** Serializes a row. */
  toJson(row: DatabaseRow): RecordJson;
}

/** The sort column of a list. */
export interface OrderColumn {
  /** A column of a table of the statement. */
  readonly column: string;
  readonly nullable: boolean;
  /** The SQL of a computed value, which has no such column. */
  readonly expression?: SqlFragment;
  /** Whether `column` is instead the name of a computed value that the statement selects anyway. */
  readonly isSelected?: boolean;
}

interface Viewed {
  readonly resource: Resource;
  readonly viewer: Actor;
  /** The rows that `select` reads. */
  readonly rows?: Rows;
  readonly resources: AllResources;
  readonly statements?: StatementCache;
  /** Signs the addresses of files. */
  readonly fileUrls?: FileUrls | undefined;
}

/**
 * Creates the projection of a role, or of the server itself. Joins select the labels of references. Without
 * `fileUrls`, files have no addresses.
 */
export function createProjection(
  database: Pick<Database, 'kysely'>,
  { resource, viewer, rows, resources, fileUrls, statements = new StatementCache() }: Viewed,
): Projection {
  const all = fieldsOf(resource);
  const fields = all.filter((field) => maySee(viewer, field));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const targets = new Map(
    fields.flatMap((field): [string, LabelSource & { alias: string; archive: boolean }][] => {
      if (field.join) return [];
      const target = readableTarget(field, { viewer, resources });
      const alias = `to_${all.indexOf(field)}`;
      const source = target && labelSource({ resource: target, viewer, resources, alias });
      if (!source) return [];
      const own = joinOf(target, { viewer, alias, column: `record.${field.column}` });
      return [[field.name, { ...source, alias, archive: target.archive, joins: [own, ...source.joins] }]];
    }),
  );
  const hidden = new Map(
    fields.flatMap((field) => {
      const target = limitedTarget(field, { viewer, resources });
      return target ? [[field.name, target] as const] : [];
    }),
  );
  const references = new Map(
    fields.flatMap((field) => {
      const target = field.join ? undefined : hidden.get(field.name);
      return target ? [[field.name, visibleReference(field, { viewer, target })] as const] : [];
    }),
  );
  const lists = new Map(
    fields.flatMap((field) =>
      field.join ? [[field.name, selectJoined(field, { join: field.join, viewer, resources })] as const] : [],
    ),
  );
  const computed = new Map(
    fields.flatMap((field) => {
      const found = computedSql(field, { resource, viewer });
      return found ? [[field.name, found] as const] : [];
    }),
  );
  const functions = computedByFunction(resource, fields);
  const columns = fields.flatMap((field) => {
    const value = computed.get(field.name)?.value;
    if (value) return [sql`${value}`.as(field.name)];
    if (field.computed) return [];
    const joined = lists.get(field.name);
    if (joined) return [joined.value.as(field.name)];
    const target = targets.get(field.name);
    const visible = references.get(field.name);
    const own = (visible ? sql`${visible}` : sql.ref(`record.${field.column}`)).as(field.name);
    if (field.upload) return [fileFacts(`record.${field.column}`).as(field.name)];
    if (!target) return [own];
    const isArchived = sql<boolean>`${sql.ref(`${target.alias}.archived_at`)} is not null`;
    return [
      own,
      sql<string>`${target.label}`.as(`${field.name}.label`),
      ...(target.archive ? [isArchived.as(`${field.name}.archived`)] : []),
    ];
  });
  const selectFrom = ({ db, table }: SelectSource): SelectQuery => {
    const selected = db
      .selectFrom(`${table} as record`)
      .select([sql.ref('record.id').as('id'), ...columns, ...functions.columns])
      .$castTo<DatabaseRow>();
    return [...targets.values()].reduce(withJoins, selected);
  };
  const scope = scopeOf(resource, { actor: viewer, ...(rows && { rows }) });
  const everything = selectFrom({ db: database.kysely, table: resource.table });
  const selectAll = scope ? everything.where(scope) : everything;
  const selectedValues = fields.flatMap(
    ({ name }) => computed.get(name)?.value ?? references.get(name) ?? lists.get(name)?.scopes ?? [],
  );
  const joinScopes = [...targets.values()].flatMap(({ joins }) => joins.flatMap((one) => one.scope ?? []));
  const named = (
    { key, before = [], selected = [], parameters = [] }: StatementParts,
    conditions: readonly SqlFragment[],
  ) => {
    // In the order of the statement: what it selects, its joins, its conditions.
    const own = [...selectedValues, ...selected, ...joinScopes, ...conditions];
    return {
      key: [...own.map((one) => one.key), key].join('\n'),
      parameters: [...before, ...own.flatMap((one) => one.parameters), ...parameters],
    };
  };
  const readers = fields.map((field) => {
    const read = functions.readers.get(field.name) ?? serializerFor(field, fileUrls);
    return [field.name, references.has(field.name) ? hiddenOr(field.name, read) : read] as const;
  });
  const operand = (field: ResourceField): SqlFragment => {
    const value = computed.get(field.name)?.value;
    if (value) return comparedSql(value, field);
    return references.get(field.name) ?? column(`record.${field.searchColumn ?? field.column}`);
  };
  return {
    resource,
    fields,
    hidesNothing: fields.length === all.length && hidden.size === 0,
    isPersonal:
      isPersonal(resource, viewer) ||
      hidden.size > 0 ||
      [...targets.values()].some(({ joins }) => joins.some((one) => one.isPersonal)) ||
      [...lists.values(), ...computed.values()].some((one) => one.isPersonal),
    scope,
    statements,
    compile: (parts, build) => statements.compile(named(parts, scope ? [scope] : []), () => build(selectAll)),
    compileFrom: (parts, source) =>
      statements.compile(named(parts, []), () => {
        const { wrap, ...from } = source();
        return wrap ? wrap((db) => selectFrom({ ...from, db })) : selectFrom(from);
      }),
    field: (name) => byName.get(name),
    valueScope: (field) => {
      const target = hidden.get(field.name);
      return target && visibleValue(field, { viewer, target });
    },
    operand,
    select: () => selectAll,
    selectFrom,
    orderColumn: (field) => {
      const nullable = !field.required || hidden.has(field.name);
      if (computed.has(field.name))
        return {
          nullable,
          expression: operand(field),
          // A text is sorted in normalized form, not as shown.
          ...(field.isFolded ? { column: '' } : { column: field.name, isSelected: true }),
        };
      const order = targets.get(field.name)?.order;
      if (order) return { ...order, nullable: nullable || order.nullable };
      const visible = references.get(field.name);
      if (visible) return { nullable, expression: visible, column: field.name, isSelected: true };
      return { column: `record.${field.searchColumn ?? field.column}`, nullable };
    },
    toJson: (row) => {
      const item: Record<string, unknown> & { id: string } = { id: row.id as string };
      for (const [name, read] of readers) item[name] = read(row);
      return item;
    },
  };
}

function serializerFor(field: ResourceField, fileUrls?: FileUrls): (row: DatabaseRow) => unknown {
  const { name } = field;
  if (field.upload) return (row) => (row[name] === null ? null : fileOf(row[name], fileUrls));
  if (field.join) return (row) => row[name];
  if (field.to) {
    const label = `${name}.label`;
    const archived = `${name}.archived`;
    return (row) =>
      row[name] === null
        ? null
        : {
            id: row[name],
            label: row[label] ?? row[name],
            ...(row[archived] === true && { archived: true }),
          };
  }
  const { read } = fieldKind(field.kind);
  if (!read) return (row) => row[name];
  return (row) => (row[name] === null ? null : read(row[name]));
}
