import { sql } from 'kysely';
import type { HistoryEntry } from '#contract/resources/history.ts';

/** The users who made a change, and the API key they made it by, as `authorColumns` selects them; null where they no longer exist. */
export interface AuthorRow {
  readonly actor_id: string | null;
  readonly actor_label: string | null;
  readonly impersonator_id: string | null;
  readonly impersonator_label: string | null;
  readonly apiKey: HistoryEntry['apiKey'];
}

/** The columns of an AuthorRow, with the tables that `authorJoins` adds. */
export const authorColumns = sql`
  actor.id as actor_id, coalesce(nullif(actor.name, ''), actor.email) as actor_label,
  impersonator.id as impersonator_id,
  coalesce(nullif(impersonator.name, ''), impersonator.email) as impersonator_label,
  entry.api_key as "apiKey"`;

/** Joins the users of history entries, whose table has the alias `entry`. */
export const authorJoins = sql`
  left join users as actor on actor.id = entry.actor_id
  left join users as impersonator on impersonator.id = entry.impersonator_id`;

/** Returns the users who made a change, without the columns of the row. */
export function withAuthors<Row extends AuthorRow>({
  actor_id,
  actor_label,
  impersonator_id,
  impersonator_label,
  ...row
}: Row): Omit<Row, 'actor_id' | 'actor_label' | 'impersonator_id' | 'impersonator_label'> &
  Pick<HistoryEntry, 'actor' | 'impersonator'> {
  return {
    ...row,
    actor: actor_id ? { id: actor_id, label: actor_label ?? actor_id } : null,
    impersonator: impersonator_id
      ? { id: impersonator_id, label: impersonator_label ?? impersonator_id }
      : null,
  };
}
