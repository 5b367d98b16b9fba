import type { QueryFilter } from '@bindery/contract/records/resources/list-query.ts';
import type { AllResources, JoinTable, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { joinOf, labelSource, readableTarget } from './labels.ts';
import { limitedTarget } from './limited-references.ts';
import { column, fragment, literal, type SqlFragment } from './sql-fragment.ts';

/** Where a field refers to other records: a table, its column of the referring record, and the other's. */
export interface ReferenceColumns {
  readonly table: string;
  readonly id: string;
  readonly to: string;
}

/** Returns the table and columns of a field that refers to other records: its own, or its join table's. */
export const referenceColumns = ({
  resource,
  field,
}: {
  readonly resource: Resource;
  readonly field: ResourceField;
}): ReferenceColumns =>
  field.join
    ? { table: field.join.table, id: JOIN_COLUMNS.source, to: field.column }
    : { table: resource.table, id: 'id', to: field.column };

/** Returns the SQL predicate that a record (alias `record`) refers to an id through these columns. */
export const refersTo = ({ table, id, to }: ReferenceColumns, target: RawBuilder<unknown>) =>
  id === 'id'
    ? sql<boolean>`${sql.ref(`record.${to}`)} = ${target}`
    : sql<boolean>`record.id in (select ${sql.ref(id)} from ${sql.table(table)} where ${sql.ref(to)} = ${target})`;

/** The values of a field as a statement selects them, and the scopes of their labels, in order. */
interface SelectedValues {
  readonly value: RawBuilder<unknown>;
  readonly scopes: readonly SqlFragment[];
  /** Whether other users of the actor's role may read other labels. */
  readonly isPersonal: boolean;
}

/**
 * Returns the SQL of a field's values, for a record whose table has the alias `record`, as JSON: with their
 * labels, in their order or sorted by label.
 */
export function selectJoined(
  field: ResourceField,
  { join, actor, resources }: { join: JoinTable; actor: Actor; resources: AllResources },
): SelectedValues {
  const { source, target, position } = JOIN_COLUMNS;
  const resource = readableTarget(field, { actor, resources });
  const label = resource && labelSource({ resource, actor, resources, alias: 'target' });
  const id = sql.ref(`joined.${target}`);
  const limited = limitedTarget(field, { actor, resources });
  const own = resource && joinOf(resource, { actor, alias: 'target', column: `joined.${target}` });
  const targets = own && (label || limited) ? [own, ...(label?.joins ?? [])] : [];
  const joins = targets.map((joined) => {
    const { table, alias, column: on, scope } = joined;
    const same = sql`${sql.ref(`${alias}.id`)} = ${sql.ref(on)}`;
    const predicate = scope ? sql`${same} and ${scope}` : same;
    // Values that the actor may not read are left out.
    const kind = limited && joined === own ? sql`join` : sql`left join`;
    return sql`${kind} ${sql.table(table)} as ${sql.ref(alias)} on ${predicate}`;
  });
  const name = label ? sql`coalesce(${label.label}, ${id}::text)` : sql`${id}::text`;
  const sorted = label?.order ? sql.ref(label.order.column) : name;
  const order = join.isOrdered ? sql`${sql.ref(`joined.${position}`)}, ${id}` : sql`${sorted}, ${id}`;
  const value = sql`(select coalesce(
      jsonb_agg(jsonb_build_object('id', ${id}, 'label', ${name}) order by ${order}), '[]'::jsonb)
    from ${sql.table(join.table)} as joined ${sql.join(joins, sql` `)}
    where ${sql.ref(`joined.${source}`)} = record.id)`;
  return {
    value,
    scopes: targets.flatMap(({ scope }) => scope ?? []),
    isPersonal: targets.some((one) => one.isPersonal),
  };
}

/** Returns the SQL of the ids of a field's values as JSON, for a record whose table alias is `record`. */
export function selectJoinedIds({ table, isOrdered }: JoinTable): RawBuilder<unknown> {
  const { source, target, position } = JOIN_COLUMNS;
  const id = sql.ref(target);
  const order = isOrdered ? sql`${sql.ref(position)}, ${id}` : id;
  return sql`(select coalesce(jsonb_agg(${id} order by ${order}), '[]'::jsonb)
    from ${sql.table(table)} where ${sql.ref(source)} = record.id)`;
}

/**
 * Returns the SQL predicate that the values of a field, those within a scope of the table `joined`, match a
 * filter, for a record whose table has the alias `record`.
 */
export function joinedPredicate(
  { table }: JoinTable,
  { filter: { operator, values }, scope }: { filter: QueryFilter; scope: SqlFragment | undefined },
): SqlFragment {
  const { source, target } = JOIN_COLUMNS;
  const visible = scope ? fragment` and ${scope}` : fragment``;
  const ofRecord = fragment`from ${column(table)} as joined where joined.${column(source)} = record.id${visible}`;
  const among = fragment`joined.${column(target)} = any(${values}::uuid[])`;
  switch (operator) {
    case 'null':
      return values[0]
        ? fragment`not exists (select 1 ${ofRecord})`
        : fragment`exists (select 1 ${ofRecord})`;
    case 'ne':
      return fragment`not exists (select 1 ${ofRecord} and ${among})`;
    case 'all':
      // Reads the few values rather than every record.
      return fragment`record.id in (select joined.${column(source)} from ${column(table)} as joined
        where ${among}${visible} group by 1 having count(*) = ${literal(new Set(values).size)})`;
    default:
      return fragment`exists (select 1 ${ofRecord} and ${among})`;
  }
}
