import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import { labelOf, NO_VALUE } from '@bindery/contract/records/resources/labels.ts';
import type { AllResources, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '#backend/database/connection.ts';
import { type Reading, selectRows } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { isLimited, mayRead, maySee } from './rights.ts';
import { type Rows, rowsOf, scopeOf } from './scope.ts';
import { oneOf, quoted, type SqlFragment } from './sql-fragment.ts';

/** A table that a statement joins to read a reference's label. */
export interface Join {
  readonly table: string;
  readonly alias: string;
  /** The column of the reference, with its table's alias. */
  readonly column: string;
  /** The records whose labels the actor may read; undefined for all. */
  readonly scope: SqlFragment | undefined;
  /** Whether other users of the actor's role may read other labels. */
  readonly isPersonal: boolean;
}

/** How to select the label of a record. */
interface LabelSource {
  /** The joins that the label needs, in this order: a label may include the labels of referenced records. */
  readonly joins: readonly Join[];
  readonly label: Expression<string | null>;
  /** The column to sort by label; undefined where no part of the label is sortable. */
  readonly order: { readonly column: string; readonly nullable: boolean } | undefined;
}

interface Labelled {
  readonly resource: Resource;
  readonly actor: Actor;
  readonly resources: AllResources;
}

/** Returns the resource that a field refers to; undefined if the actor may not read it. */
export function readableTarget(
  field: ResourceField,
  { actor, resources }: Omit<Labelled, 'resource'>,
): Resource | undefined {
  const target = field.to === undefined ? undefined : resources[field.to];
  return target && mayRead(actor, target) ? target : undefined;
}

/**
 * Builds the SQL of a resource's label, with the same result as `labelOf` for a record's JSON. Fields that
 * the actor may not read count as empty.
 * @returns undefined if the actor may read no part of the label.
 */
export function labelSource(labelled: Labelled & { readonly alias: string }): LabelSource | undefined {
  const { resource, actor, alias } = labelled;
  const parts = resource.labelParts.map((part, index) => {
    if ('text' in part) return { text: part.text };
    const field = resource.fields[part.field];
    const visible = field && maySee(actor, field) ? field : undefined;
    return { source: visible && fieldSource(visible, { ...labelled, inner: `${alias}_${index}` }) };
  });
  const sources = parts.flatMap(({ source }) => source ?? []);
  if (sources.length === 0) return undefined;
  return {
    joins: sources.flatMap(({ joins }) => joins),
    label: parts.length === 1 ? sources[0]!.label : template(parts),
    order: parts.find((part) => !('text' in part))?.source?.order,
  };
}

type Part = { readonly text?: string; readonly source?: LabelSource | undefined };

function template(parts: readonly Part[]): Expression<string | null> {
  const values = parts.flatMap(({ source }) => (source ? [source.label] : []));
  const none = sql.lit(NO_VALUE);
  const pieces = parts.map(({ text, source }) => {
    if (text !== undefined) return sql.lit(text);
    return source ? sql`coalesce(${source.label}, ${none})` : none;
  });
  return sql`case when coalesce(${sql.join(values)}) is not null then concat(${sql.join(pieces)}) end`;
}

function fieldSource(
  field: ResourceField,
  { alias, inner, ...labelled }: Labelled & { alias: string; inner: string },
): LabelSource | undefined {
  const column = `${alias}.${field.column}`;
  const nullable = !field.required;
  if (field.to === undefined) {
    const order = field.sort
      ? { column: `${alias}.${field.searchColumn ?? field.column}`, nullable }
      : undefined;
    return { joins: [], label: sql`nullif(${asText(field, column)}, '')`, order };
  }
  const target = readableTarget(field, labelled);
  const source = target && labelSource({ ...labelled, resource: target, alias: inner });
  return (
    source && {
      joins: [joinOf(target, { actor: labelled.actor, alias: inner, column }), ...source.joins],
      label: source.label,
      order: source.order && { ...source.order, nullable: nullable || source.order.nullable },
    }
  );
}

/** Returns the join of a referenced record whose label the actor may read, even of an archived record. */
export const joinOf = (
  target: Resource,
  { actor, alias, column }: { actor: Actor; alias: string; column: string },
): Join => ({
  table: target.table,
  alias,
  column,
  scope: scopeOf(target, { actor, rows: 'all', alias }),
  isPersonal: isLimited(actor, target, 'read'),
});

/** Returns the SQL of a value as it appears in JSON. */
const asText = ({ type: { text = (given) => `${given}::text` } }: ResourceField, column: string) =>
  sql.raw<string>(text(quoted(column)));

/** Adds the joins of a label to a statement. */
export function withJoins<Row>(
  query: SelectQueryBuilder<Tables, string, Row>,
  joins: readonly Join[],
): SelectQueryBuilder<Tables, string, Row> {
  let result = query;
  for (const { table, alias, column, scope } of joins)
    result = result.leftJoin(`${table} as ${alias}`, (on) => {
      const joined = on.onRef(`${alias}.id`, '=', column);
      return scope ? joined.on(scope) : joined;
    });
  return result;
}

/** Returns the labels of records by id, without deleted records and labels that the actor may not read. */
export async function labelsOf(
  reading: Reading,
  { ids, rows = 'all', ...labelled }: Labelled & { readonly ids: readonly string[]; readonly rows?: Rows },
): Promise<Map<string, string>> {
  const { resource, actor } = labelled;
  const source = labelSource({ ...labelled, alias: 'target' });
  if (!source || !mayRead(actor, resource) || ids.length === 0) return new Map();
  const select = withJoins(rowsOf(reading.kysely, { resource, actor, rows, alias: 'target' }), source.joins)
    .select([sql.ref<string>('target.id').as('id'), sql<string | null>`${source.label}`.as('label')])
    .where(sql.ref('target.id'), '=', oneOf(ids));
  const found = await selectRows(reading, select, { table: resource.table });
  return new Map(found.flatMap(({ id, label }) => (label === null ? [] : [[id, label]])));
}

/** The rows whose labels are looked up; `all` by default. */
type KnownLabels = Labelled & { readonly rows?: Rows };

/** Returns the labels of records by id: the current ones, or for deleted records the last ones. */
export async function knownLabels(
  reading: Reading,
  { ids, ...labelled }: KnownLabels & { readonly ids: readonly string[] },
): Promise<Map<string, string>> {
  const labels = await labelsOf(reading, { ...labelled, ids });
  const { resource, actor } = labelled;
  const deletedIds = [...new Set(ids)].filter((id) => !labels.has(id));
  // The rows of a deleted record are unknown, so its label is hidden from roles that are limited to some
  // rows.
  if (deletedIds.length === 0 || !mayRead(actor, resource) || isLimited(actor, resource, 'read'))
    return labels;
  const query = sql<{ id: string; changes: HistoryChange['changes'] }>`
    select record_id as id, changes from history
    where resource = ${resource.name} and record_id = any(${deletedIds}::uuid[]) and action = 'delete'
      and not exists (select 1 from ${sql.table(resource.table)} as record where record.id = record_id)`;
  const lines = await selectRows(reading, query, { mode: 'list', table: 'history' });
  for (const { id, changes } of lines) {
    const values = Object.fromEntries(Object.entries(changes).map(([name, { before }]) => [name, before]));
    const label = await labelFrom(reading, { ...labelled, id, values });
    if (label !== undefined) labels.set(id, label);
  }
  return labels;
}

/** Returns a record's label from these values (references by id); undefined if all fields are missing. */
async function labelFrom(
  reading: Reading,
  { resource, actor, resources, id, values }: KnownLabels & { id: string; values: Record<string, unknown> },
): Promise<string | undefined> {
  const item: Record<string, unknown> & { id: string } = { id };
  for (const part of resource.labelParts) {
    const field = 'field' in part ? resource.fields[part.field] : undefined;
    if (!field || !maySee(actor, field)) continue;
    const value = values[field.name];
    const target = field.to === undefined ? undefined : resources[field.to];
    if (target && typeof value === 'string') {
      const labels = await knownLabels(reading, { resource: target, actor, resources, ids: [value] });
      item[field.name] = { id: value, label: labels.get(value) };
    } else item[field.name] = value;
  }
  const label = labelOf(resource, item);
  return label === id ? undefined : label;
}
