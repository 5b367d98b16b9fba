import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import {
  type AllResources,
  fieldKind,
  type JoinTable,
  type Referenced,
  type Resource,
  type ResourceField,
} from '@bindery/contract/schema/index.ts';
import {
  type AliasedExpression,
  type Compilable,
  type QueryCreator,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import type { FileUrls } from '#backend/records/files/signed-url.ts';
import { comparedSql, computedByFunction, computedSql } from './computed.ts';
import { fileFacts, fileOf } from './file-facts.ts';
import { selectJoined } from './join-tables.ts';
import { type Join, joinOf, labelSource, readableTarget, withJoins } from './labels.ts';
import { hiddenOr, limitedTarget, visibleReference, visibleValue } from './limited-references.ts';
import { isLimited, maySee } from './rights.ts';
import { type Rows, scopeOf } from './scope.ts';
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
  /** The parameters of the SQL predicates, and of what follows them. */
  readonly parameters?: readonly unknown[];
}

/** A resource as one actor sees it: the visible fields, how to select them, and how to serialize a row. */
export interface Projection {
  readonly resource: Resource;
  readonly fields: readonly ResourceField[];
  /** Whether the actor may read all fields of the resource that can be selected, with all their values. */
  readonly hidesNothing: boolean;
  /** Returns a field by name; undefined if the actor may not read it or it does not exist. */
  field(name: string): ResourceField | undefined;
  /** Whether the actor reads other rows or labels than other users of the same role. */
  readonly isPersonal: boolean;
  /** Whether `select` reads any number of other records for each, as a count of them does. */
  readonly readsOthers: boolean;
  /** Whether the entry limits the actor to some rows. */
  readonly isLimited: boolean;
  /** The SQL predicate of the rows that the actor may read; undefined for all of them. */
  readonly scope: SqlFragment | undefined;
  /** Selects the visible fields of the rows that the actor may read. */
  select(): SelectQuery;
  /** Selects the visible fields, without predicates, from a table with the same columns. */
  selectFrom(from: SelectSource): SelectQuery;
  /** Returns the column to sort a field by (of a reference, its label's) and whether it can be null. */
  orderColumn(field: ResourceField): OrderColumn;
  /** Returns the SQL with which a field is filtered and searched. */
  operand(field: ResourceField): SqlFragment;
  /** Returns the SQL predicate of the values in a join table that the actor may read; undefined for all. */
  valueScope(field: ResourceField): SqlFragment | undefined;
  /** The statements of the actor; those that extend `select` are compiled by the projection. */
  readonly statements: StatementCache;
  /** Compiles a statement that extends `select`, unless it is cached. */
  compile(parts: StatementParts, build: (select: SelectQuery) => Compilable): CompiledStatement;
  /** Compiles a statement that extends `selectFrom` for the source, unless it is cached; adds `selected`. */
  compileFrom(parts: StatementParts, source: () => WrappedSource): CompiledStatement;
  /** Serializes a row, without fields whose function throws. */
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

/** The fields that a statement selects: all that the actor may read, or of these only those with a column. */
export type ShownFields = 'all' | 'stored';

/** The actor of a resource, and what its fields depend on. */
interface Viewed {
  readonly resource: Resource;
  readonly actor: Actor;
  readonly resources: AllResources;
  /** Signs the addresses of files. Without it, files have none. */
  readonly fileUrls?: FileUrls | undefined;
}

/**
 * Creates the projection of a role, or of the server itself.
 * @param rows The rows that `select` reads.
 * @param shown The fields that `select` selects; any can be filtered and sorted by.
 */
export function createProjection(
  database: Pick<Database, 'kysely'>,
  {
    rows,
    shown = 'all',
    statements = new StatementCache(),
    ...viewed
  }: Viewed & {
    readonly rows?: Rows;
    readonly shown?: ShownFields;
    readonly statements?: StatementCache;
  },
): Projection {
  const { resource, actor } = viewed;
  const all = fieldsOf(resource);
  const projections = all.flatMap((field, index) =>
    maySee(actor, field) ? projectField(field, { ...viewed, alias: `to_${index}` }) : [],
  );
  const byName = new Map(projections.map((one) => [one.field.name, one]));
  const viewOf = ({ name }: ResourceField) => byName.get(name)!;
  const joins = projections.flatMap((one) => one.joins);
  const fields = projections.map(({ field }) => field);
  const isShown = ({ computed }: ResourceField) => shown === 'all' || !computed;
  const shownProjections = projections.filter(({ field }) => isShown(field));
  const functions = computedByFunction(
    resource,
    shownProjections.map(({ field }) => field),
  );
  const columns = [...shownProjections.flatMap((one) => one.columns), ...functions.columns];
  const scope = scopeOf(resource, { actor, ...(rows && { rows }) });
  const limited = isLimited(actor, resource, 'read');

  const selectFrom = ({ db, table }: SelectSource): SelectQuery => {
    const selected = db
      .selectFrom(`${table} as record`)
      .select([sql.ref('record.id').as('id'), ...columns])
      .$castTo<DatabaseRow>();
    return withJoins(selected, joins);
  };
  const everything = selectFrom({ db: database.kysely, table: resource.table });
  const selectAll = scope ? everything.where(scope) : everything;

  // In the order of the statement: what it selects, its joins, its predicates.
  const selectedParts = shownProjections.flatMap((one) => one.selected);
  const joinScopes = joins.flatMap((join) => join.scope ?? []);
  const cached = (
    { key, before = [], selected = [], parameters = [] }: StatementParts,
    predicates: readonly SqlFragment[],
  ) => {
    const own = [...selectedParts, ...selected, ...joinScopes, ...predicates];
    return {
      key: [...own.map((one) => one.key), key].join('\n'),
      parameters: [...before, ...own.flatMap((one) => one.parameters), ...parameters],
    };
  };
  const readers = shownProjections.map(
    ({ field: { name }, read }) => [name, functions.readers.get(name) ?? read] as const,
  );

  return {
    resource,
    fields,
    hidesNothing:
      shownProjections.length === all.filter(isShown).length &&
      projections.every((one) => !one.limitedTarget),
    isPersonal: limited || projections.some((one) => one.isPersonal),
    readsOthers: shownProjections.some((one) => one.readsOthers),
    isLimited: limited,
    scope,
    statements,
    compile: (parts, build) =>
      statements.compile(cached(parts, scope ? [scope] : []), () => build(selectAll)),
    compileFrom: (parts, source) =>
      statements.compile(cached(parts, []), () => {
        const { wrap, ...from } = source();
        const more = (parts.selected ?? []).map((one, index) => sql`${one}`.as(`selected ${index}`));
        const select = (some: SelectSource) => selectFrom(some).select(more).$castTo<DatabaseRow>();
        return wrap ? wrap((db) => select({ ...from, db })) : select(from);
      }),
    field: (name) => byName.get(name)?.field,
    valueScope: (field) => {
      const target = viewOf(field).limitedTarget;
      return target && visibleValue(field, { actor, target });
    },
    operand: (field) => viewOf(field).operand,
    orderColumn: (field) => {
      const { order } = viewOf(field);
      return shown === 'stored' && field.computed ? { ...order, isSelected: false } : order;
    },
    select: () => selectAll,
    selectFrom,
    toJson: (row) => {
      const item: Record<string, unknown> & { id: string } = { id: row.id as string };
      for (const [name, read] of readers) {
        const value = read(row);
        // A function that has thrown returns none.
        if (value !== undefined) item[name] = value;
      }
      return item;
    },
  };
}

/** How one actor reads a field of a record, whose table has the alias `record`. */
interface FieldProjection {
  readonly field: ResourceField;
  /** What a statement selects for the field. */
  readonly columns: readonly AliasedExpression<unknown, string>[];
  /** The parts of `columns` that can have parameters, in their order. */
  readonly selected: readonly SqlFragment[];
  /** The joins that `columns` need. */
  readonly joins: readonly Join[];
  /** The resource that the field refers to, if the actor may read only some of its records. */
  readonly limitedTarget: Resource | undefined;
  /** Whether other users of the actor's role may read another value or label. */
  readonly isPersonal: boolean;
  /** Whether its value reads any number of other records. */
  readonly readsOthers?: boolean;
  /** The SQL with which the field is filtered and searched. */
  readonly operand: SqlFragment;
  readonly order: OrderColumn;
  /** Returns the value in a row as the API returns it. */
  readonly read: (row: DatabaseRow) => unknown;
}

/**
 * Returns how an actor reads a field that the role may see. A field that a function computes selects nothing
 * of its own: see `computedByFunction`.
 * @param alias The alias of the table of a referenced record, unique in the statement.
 */
function projectField(field: ResourceField, viewed: Viewed & { readonly alias: string }): FieldProjection {
  if (field.computed) return projectComputed(field, viewed);
  if (field.join) return projectJoined(field, { ...viewed, join: field.join });
  if (field.to !== undefined) return projectReference(field, viewed);
  const stored = projectStored(field);
  const { fileUrls } = viewed;
  const { name } = field;
  if (!field.upload) return stored;
  return {
    ...stored,
    columns: [fileFacts(`record.${field.column}`).as(name)],
    read: (row) => (row[name] === null ? null : fileOf(row[name], fileUrls)),
  };
}

/** Returns the projection of a value that is in the table of the record. */
function projectStored(field: ResourceField): FieldProjection {
  const { name } = field;
  const compared = `record.${field.searchColumn ?? field.column}`;
  const { read } = fieldKind(field.kind);
  return {
    field,
    columns: [sql.ref(`record.${field.column}`).as(name)],
    selected: [],
    joins: [],
    limitedTarget: undefined,
    isPersonal: false,
    operand: column(compared),
    order: { column: compared, nullable: !field.required },
    read: read ? (row) => (row[name] === null ? null : read(row[name])) : (row) => row[name],
  };
}

function projectComputed(field: ResourceField, { resource, actor }: Viewed): FieldProjection {
  const stored = projectStored(field);
  const computed = computedSql(field, { resource, actor });
  if (!computed) return { ...stored, columns: [] };
  const { value, ...reading } = computed;
  const operand = comparedSql(value, field);
  const { nullable } = stored.order;
  return {
    ...stored,
    columns: [sql`${value}`.as(field.name)],
    selected: [value],
    ...reading,
    operand,
    // A text is sorted in normalized form, not as shown.
    order: field.isFolded
      ? { column: '', nullable, expression: operand }
      : { column: field.name, nullable, expression: operand, isSelected: true },
  };
}

/** Returns the projection of a field whose values are in a join table. */
function projectJoined(
  field: ResourceField,
  { join, ...viewed }: Viewed & { join: JoinTable },
): FieldProjection {
  const stored = projectStored(field);
  const { value, scopes, isPersonal } = selectJoined(field, { ...viewed, join });
  const limited = limitedTarget(field, viewed);
  return {
    ...stored,
    columns: [value.as(field.name)],
    selected: scopes,
    limitedTarget: limited,
    isPersonal: isPersonal || limited !== undefined,
    read: (row) => row[field.name],
  };
}

/** Returns the projection of a field that refers to one record: its id, label, and whether it is archived. */
function projectReference(
  field: ResourceField,
  { alias, ...viewed }: Viewed & { alias: string },
): FieldProjection {
  const { actor, resources } = viewed;
  const stored = projectStored(field);
  const target = readableTarget(field, viewed);
  const label = target && labelSource({ resource: target, actor, resources, alias });
  const joins =
    target && label
      ? [joinOf(target, { actor, alias, column: `record.${field.column}` }), ...label.joins]
      : [];
  const isPersonal = joins.some((one) => one.isPersonal);
  const limited = limitedTarget(field, viewed);
  const shown: FieldProjection = {
    ...stored,
    columns: [
      ...stored.columns,
      ...(label ? [sql`${label.label}`.as(`${field.name}.label`)] : []),
      ...(label && target?.archive
        ? [sql`${sql.ref(`${alias}.archived_at`)} is not null`.as(`${field.name}.archived`)]
        : []),
    ],
    joins,
    isPersonal,
    order: label?.order
      ? { ...label.order, nullable: stored.order.nullable || label.order.nullable }
      : stored.order,
    read: (row) => referenceIn(row, field.name),
  };
  if (!limited) return shown;

  const visible = visibleReference(field, { actor, target: limited });
  return {
    ...shown,
    columns: [sql`${visible}`.as(field.name), ...shown.columns.slice(1)],
    selected: [visible],
    limitedTarget: limited,
    isPersonal: true,
    operand: visible,
    order: label?.order
      ? { ...shown.order, nullable: true }
      : { column: field.name, nullable: true, expression: visible, isSelected: true },
    read: hiddenOr(field.name, shown.read),
  };
}

function referenceIn(row: DatabaseRow, name: string): Referenced | null {
  const id = row[name] as string | null;
  if (id === null) return null;
  const label = (row[`${name}.label`] ?? id) as string;
  return { id, label, ...(row[`${name}.archived`] === true && { archived: true }) };
}
