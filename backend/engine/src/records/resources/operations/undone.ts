import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the SQL predicate that a later change has set every field of a change to what it was at one side of
 * that change.
 */
const sets = (side: 'before' | 'after'): RawBuilder<boolean> => sql`
  (change.changes <> '{}'::jsonb and not exists (
    select 1 from jsonb_each(change.changes) as field
    where not jsonb_exists(later.changes, field.key)
      or coalesce(later.changes -> field.key -> 'after', 'null') <> coalesce(field.value -> ${sql.lit(side)}, 'null')
  ))`;

/** The SQL predicate that a later change does the opposite of a change. */
const isOpposite = sql<boolean>`
  case change.action
    when 'create' then later.action = 'delete' and change.batch is not null
      and coalesce(later.impersonator_id, later.actor_id)
        is not distinct from coalesce(change.impersonator_id, change.actor_id)
    when 'delete' then later.action = 'create'
    when 'archive' then later.action = 'restore'
    when 'restore' then later.action = 'archive'
    else later.action = 'update' and ${sets('before')}
  end`;

/** The SQL predicate that a later change does the same as a change. */
const isSame = sql<boolean>`
  (later.action = change.action and (change.action <> 'update' or ${sets('after')}))`;

/**
 * The SQL predicate that a change, whose table has the alias `change`, has been undone, and not been made
 * again. The history does not say what a change undoes: it is the opposite, and in a batch, as each undo is.
 * Only its own author can undo a creation, and only together with others.
 */
export const isUndone = sql<boolean>`coalesce((
  select later.batch is not null and ${isOpposite} from history as later
  where later.resource = change.resource and later.record_id = change.record_id
    and (later.at, later.id) > (change.at, change.id)
    and ((later.batch is not null and ${isOpposite}) or ${isSame})
  order by later.at desc, later.id desc limit 1), false)`;

/** The SQL predicate that a change has created a record which had been deleted before. */
export const isReturn = sql<boolean>`(change.action = 'create' and exists (
  select 1 from history as earlier
  where earlier.resource = change.resource and earlier.record_id = change.record_id
    and earlier.action = 'delete' and (earlier.at, earlier.id) < (change.at, change.id)))`;
