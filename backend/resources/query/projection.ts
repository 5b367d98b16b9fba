import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import { fieldsOf } from '#contract/resources/fields.ts';
import { fieldKind, type Resource, type ResourceField } from '#contract/schema/index.ts';
import {
  type AllResources,
  type LabelSource,
  labelSource,
  maySee,
  readableTarget,
  type Viewer,
  withJoins,
} from './labels.ts';
import { StatementCache } from './statement-cache.ts';

/** A record as the API returns it. */
export type RecordJson = { readonly id: string } & Readonly<Record<string, unknown>>;
/** A row as the driver returns it. */
export type DatabaseRow = Readonly<Record<string, unknown>>;
/** A statement under construction, in which the record's table has the alias `record`. */
export type SelectQuery = SelectQueryBuilder<Tables, string, DatabaseRow>;

/** A resource as one viewer sees it: the visible fields, how to select them, and how to serialize a row. */
export interface Projection {
  readonly resource: Resource;
  readonly fields: readonly ResourceField[];
  /** Whether the viewer may read all fields of the resource. */
  readonly hidesNothing: boolean;
  /** Returns a field by name; undefined where the viewer may not read it or it does not exist. */
  field(name: string): ResourceField | undefined;
  /**
   * Selects the visible fields, without conditions, from the resource's table or from another one with the
   * same columns.
   */
  select(from?: { readonly db: QueryCreator<Tables>; readonly table: string }): SelectQuery;
  /**
   * Returns the column to sort a field by (for a reference, that of its label) and whether it can be null.
   */
  orderColumn(field: ResourceField): { readonly column: string; readonly nullable: boolean };
  /** The statements that read or create records as this viewer sees them. */
  readonly statements: StatementCache;
  /** Serializes a row. */
  toJson(row: DatabaseRow): RecordJson;
}

/**
 * Creates the projection of a role, or of the server itself. The labels of references are selected by joins.
 */
export function createProjection(
  database: Pick<Database, 'kysely'>,
  { resource, viewer, resources }: { resource: Resource; viewer: Viewer; resources: AllResources },
): Projection {
  const all = fieldsOf(resource);
  const fields = all.filter((field) => maySee(viewer, field));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const targets = new Map(
    fields.flatMap((field): [string, LabelSource & { alias: string }][] => {
      const target = readableTarget(field, { viewer, resources });
      const alias = `to_${all.indexOf(field)}`;
      const source = target && labelSource({ resource: target, viewer, resources, alias });
      if (!source) return [];
      const own = { table: target.table, alias, column: `record.${field.column}` };
      return [[field.name, { ...source, alias, joins: [own, ...source.joins] }]];
    }),
  );
  const columns = fields.flatMap((field) => {
    const target = targets.get(field.name);
    const own = sql.ref(`record.${field.column}`).as(field.name);
    return target ? [own, sql<string>`${target.label}`.as(`${field.name}.label`)] : [own];
  });
  const selectFrom = ({ db, table }: { db: QueryCreator<Tables>; table: string }): SelectQuery => {
    const selected = db
      .selectFrom(`${table} as record`)
      .select([sql.ref('record.id').as('id'), ...columns])
      .$castTo<DatabaseRow>();
    return [...targets.values()].reduce(withJoins, selected);
  };
  const selectAll = selectFrom({ db: database.kysely, table: resource.table });
  const readers = fields.map((field) => [field.name, serializerFor(field)] as const);
  return {
    resource,
    fields,
    hidesNothing: fields.length === all.length,
    statements: new StatementCache(),
    field: (name) => byName.get(name),
    select: (from) => (from ? selectFrom(from) : selectAll),
    orderColumn: (field) => {
      const nullable = !field.required;
      const order = targets.get(field.name)?.order;
      if (order) return { ...order, nullable: nullable || order.nullable };
      return { column: `record.${field.searchColumn ?? field.column}`, nullable };
    },
    toJson: (row) => {
      const item: Record<string, unknown> & { id: string } = { id: row.id as string };
      for (const [name, read] of readers) item[name] = read(row);
      return item;
    },
  };
}

function serializerFor(field: ResourceField): (row: DatabaseRow) => unknown {
  const { name } = field;
  if (field.to) {
    const label = `${name}.label`;
    return (row) => (row[name] === null ? null : { id: row[name], label: row[label] ?? row[name] });
  }
  const { read } = fieldKind(field.kind);
  if (!read) return (row) => row[name];
  return (row) => (row[name] === null ? null : read(row[name]));
}
