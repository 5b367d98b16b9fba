import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';

/*
 * The view that a list opens with for a user, if the user has chosen another one than the default: a shared
 * view of another user, or none.
 */

/** A user's choice for the list of a view, as columns of its row. */
export interface ChosenColumns {
  readonly has_choice: boolean;
  readonly choice: string | null;
}

/** These columns, for rows of `saved_views` with the alias `view` that are joined with `joinChoice`. */
export const chosenColumns = sql`chosen.user_id is not null as has_choice, chosen.view_id as choice`;

/** Returns the join of a user's choice for the list of each view. */
export const joinChoice = (user: string): RawBuilder<unknown> => sql`
  left join saved_view_choices as chosen on chosen.user_id = ${user} and chosen.resource = view.resource`;

interface Choice {
  readonly user: string;
  readonly resource: string;
  /** Null for a list that opens with all records. */
  readonly view: string | null;
}

/** Stores the view that a list opens with for a user. */
export const choose = (db: Transaction, { user, resource, view }: Choice) =>
  sql`insert into saved_view_choices (user_id, resource, view_id) values (${user}, ${resource}, ${view})
    on conflict (user_id, resource) do update set view_id = excluded.view_id`.execute(db);

/** Resets a user's default view. */
export const forgetChoice = (db: Transaction, { user, resource }: Omit<Choice, 'view'>) =>
  sql`delete from saved_view_choices where user_id = ${user} and resource = ${resource}`.execute(db);
