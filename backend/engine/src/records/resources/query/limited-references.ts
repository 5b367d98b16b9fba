import {
  type AllResources,
  HIDDEN_ID,
  type Referenced,
  type Resource,
  type ResourceField,
} from '@bindery/contract/schema/index.ts';
import { JOIN_COLUMNS } from '@bindery/contract/schema/names.ts';
import type { Changes } from '#backend/database/history.ts';
import type { Reading } from '#backend/database/query.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { readableTarget } from './labels.ts';
import type { DatabaseRow } from './projection.ts';
import { isLimited } from './rights.ts';
import { reachableIds, scopeOf } from './scope.ts';
import { column, fragment, SqlFragment } from './sql-fragment.ts';

interface Viewed {
  readonly actor: Actor;
  readonly resources: AllResources;
}

/**
 * Returns the resource that a field refers to, if the actor may read only some of its records: references to
 * others are hidden. Undefined if all are visible, or none: then the entry's `readBy` decides.
 */
export function limitedTarget(field: ResourceField, viewed: Viewed): Resource | undefined {
  const target = readableTarget(field, viewed);
  return target && isLimited(viewed.actor, target, 'read') ? target : undefined;
}

/** A reference to a record that the reader may not read. */
export const HIDDEN: Referenced = { id: HIDDEN_ID, label: '', hidden: true };

interface LimitedReference {
  readonly actor: Actor;
  readonly target: Resource;
}

/** Returns the SQL of the id of a referenced record; without a row if the actor may not read it. */
function visibleId(
  field: ResourceField,
  { actor, target, reference }: LimitedReference & { readonly reference: SqlFragment },
): SqlFragment {
  const seen = `seen_${field.column}`;
  const scope = scopeOf(target, { actor, rows: 'all', alias: seen }) ?? fragment`true`;
  const id = column(`${seen}.id`);
  return fragment`select ${id} from ${column(target.table)} as ${column(seen)} where ${id} = ${reference} and ${scope}`;
}

/** Returns the SQL of a single reference of a record with the alias `record`: `HIDDEN_ID` if hidden. */
export function visibleReference(field: ResourceField, limited: LimitedReference): SqlFragment {
  const reference = column(`record.${field.column}`);
  return fragment`coalesce((${visibleId(field, { ...limited, reference })}),
    case when ${reference} is not null then ${HIDDEN_ID_SQL} end)`;
}

/** Returns the SQL predicate that the actor may read a value in a join table with the alias `joined`. */
export const visibleValue = (field: ResourceField, limited: LimitedReference): SqlFragment =>
  fragment`exists (${visibleId(field, { ...limited, reference: column(`joined.${JOIN_COLUMNS.target}`) })})`;

/** Returns a serializer for a single reference that may be hidden, given the serializer for visible ones. */
export const hiddenOr =
  (name: string, read: (row: DatabaseRow) => unknown) =>
  (row: DatabaseRow): unknown =>
    row[name] === HIDDEN_ID ? HIDDEN : read(row);

const HIDDEN_ID_SQL = new SqlFragment([`'${HIDDEN_ID}'::uuid`], []);

/**
 * Returns, for each field of a resource whose references may be hidden, which of the records that some of its
 * values refer to the actor may read.
 */
export async function visibleReferences(
  reading: Reading,
  {
    resource,
    idsIn,
    ...viewed
  }: Viewed & { resource: Resource; idsIn: (field: string) => readonly unknown[] },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const visible = new Map<string, ReadonlySet<string>>();
  for (const field of Object.values(resource.fields)) {
    const target = limitedTarget(field, viewed);
    if (!target) continue;
    const ids = idsIn(field.name).filter((id) => typeof id === 'string');
    const access = { resource: target, actor: viewed.actor, rows: 'all', ids } as const;
    visible.set(field.name, await reachableIds(reading, access));
  }
  return visible;
}

/** Returns changes of a resource's records without references to records that the actor may not read. */
export async function withoutHidden(
  reading: Reading,
  { changes, ...viewed }: Viewed & { resource: Resource; changes: readonly Changes[] },
): Promise<Changes[]> {
  const visible = await visibleReferences(reading, {
    ...viewed,
    idsIn: (name) => changes.flatMap(({ [name]: change }) => [change?.before, change?.after]).flat(),
  });
  if (visible.size === 0) return [...changes];
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return changes.map((all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, change]) => {
        const ids = visible.get(name);
        if (!ids) return [[name, change]];
        const [before, after] = [shownOf(change.before, ids), shownOf(change.after, ids)];
        return isSame(before, after) ? [] : [[name, { before, after }]];
      }),
    ),
  );
}

/** Returns the recorded value of a reference, or of several, without the hidden ones. */
function shownOf(value: unknown, visible: ReadonlySet<unknown>): unknown {
  if (Array.isArray(value)) return value.filter((id) => visible.has(id));
  return value === null || visible.has(value) ? value : HIDDEN_ID;
}
