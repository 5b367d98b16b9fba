import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '#backend/database/connection.ts';
import { fieldsOf } from '#contract/resources/fields.ts';
import { kindOf, type Resource, type ResourceField, type Role } from '#contract/schema/index.ts';

/** A record as it goes out. */
export type Item = { readonly id: string } & Readonly<Record<string, unknown>>;
/** A row as the driver gives it. */
export type Row = Readonly<Record<string, unknown>>;
/** All resources, by name. */
export type AllResources = Readonly<Record<string, Resource>>;
/** A statement under construction; the record's table is called `record` in it. */
export type Select = SelectQueryBuilder<Tables, string, Row>;

/** What one role sees of a resource: which fields, how they are selected, and the JSON that is made of a row. */
export interface View {
  readonly resource: Resource;
  readonly fields: readonly ResourceField[];
  /** A field by name, if there is one that the role may read. */
  field(name: string): ResourceField | undefined;
  /** Selects what the role sees, without any condition yet: from the table, or from what is called `record` instead. */
  select(from?: Select): Select;
  /** The column that a list is ordered by for a field, of a reference that of its label; and whether it can be null. */
  orderColumn(field: ResourceField): { readonly column: string; readonly nullable: boolean };
  /** The JSON of a row. */
  item(row: Row): Item;
  /** Selects the labels of what a reference may point to, by their ids; undefined where the role may not know them. */
  labels(field: ResourceField): SelectQueryBuilder<Tables, string, { id: string; label: string }> | undefined;
}

interface Target {
  readonly table: string;
  readonly alias: string;
  readonly label: string;
  readonly order: { readonly column: string; readonly nullable: boolean } | undefined;
}

/** Builds the view of a role on a resource. A reference brings the label of its target along by a join. */
export function viewOf(
  database: Pick<Database, 'kysely'>,
  { resource, role, resources }: { resource: Resource; role: Role; resources: AllResources },
): View {
  const fields = fieldsOf(resource).filter((field) => field.readBy.includes(role));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const targets = new Map(fields.flatMap((field) => targetOf(field, role, resources)));
  const columns = fields.flatMap((field) => {
    const target = targets.get(field.name);
    const own = sql.ref(`record.${field.column}`).as(field.name);
    return target ? [own, sql<string>`${sql.ref(target.label)}::text`.as(`${field.name}.label`)] : [own];
  });
  const readers = fields.map((field) => [field.name, readerOf(field)] as const);
  return {
    resource,
    fields,
    field: (name) => byName.get(name),
    select: (from = database.kysely.selectFrom(`${resource.table} as record`) as unknown as Select) => {
      let query = from.select([sql.ref('record.id').as('id'), ...columns]);
      for (const [name, { table, alias }] of targets)
        query = query.leftJoin(
          `${table} as ${alias}`,
          `${alias}.id`,
          `record.${byName.get(name)!.column}`,
        ) as unknown as Select;
      return query;
    },
    orderColumn: (field) =>
      targets.get(field.name)?.order ?? {
        column: `record.${field.folded ?? field.column}`,
        nullable: !field.required,
      },
    labels: (field) => {
      const target = targets.get(field.name);
      return target && labelsOf(database, target);
    },
    item: (row) => {
      const item: Record<string, unknown> & { id: string } = { id: row.id as string };
      for (const [name, read] of readers) item[name] = read(row);
      return item;
    },
  };
}

/** What is joined for a reference; nothing where the role may not know its target's label. */
function targetOf(field: ResourceField, role: Role, resources: AllResources): [string, Target][] {
  const target = field.to === undefined ? undefined : resources[field.to];
  if (!target?.rights[role].includes('read')) return [];
  const label = target.fields[target.label];
  if (!label?.readBy.includes(role)) return [];
  const alias = `to_${field.column}`;
  const nullable = !field.required || !label.required;
  const order = label.sort ? { column: `${alias}.${label.folded ?? label.column}`, nullable } : undefined;
  return [[field.name, { table: target.table, alias, label: `${alias}.${label.column}`, order }]];
}

function labelsOf({ kysely }: Pick<Database, 'kysely'>, { table, alias, label }: Target) {
  const labelled = sql<string>`${sql.ref(label)}::text`.as('label');
  return kysely
    .selectFrom(`${table} as ${alias}`)
    .select([sql<string>`${sql.ref(`${alias}.id`)}`.as('id'), labelled]) as never;
}

function readerOf(field: ResourceField): (row: Row) => unknown {
  const { name } = field;
  if (field.to) {
    const label = `${name}.label`;
    return (row) => (row[name] === null ? null : { id: row[name], label: row[label] ?? row[name] });
  }
  const { read } = kindOf(field.kind);
  if (!read) return (row) => row[name];
  return (row) => (row[name] === null ? null : read(row[name]));
}
