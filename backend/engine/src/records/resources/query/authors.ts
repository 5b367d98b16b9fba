import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { mayRead, maySee } from './rights.ts';
import { scopeOf } from './scope.ts';

/** The users who made a change, and their API key, as `columns` selects them; null if they are gone. */
export type AuthorRow = Pick<HistoryChange, 'actor' | 'impersonator' | 'apiKey'>;

/** How a statement on the history, whose table has the alias `change`, reads and filters by users. */
export interface AuthorSql {
  /** The columns of an AuthorRow. */
  readonly columns: RawBuilder<unknown>;
  /** The tables that the columns and predicates need. */
  readonly joins: RawBuilder<unknown>;
  /** The SQL predicate that a user made the change, or made it while impersonating another user. */
  isBy(user: string): RawBuilder<boolean>;
  /** The SQL predicate that a change was made with an API key. */
  isByKey(key: string): RawBuilder<boolean>;
}

/**
 * Returns the SQL of the users who made changes, as a reader may see them: users outside of the rows that the
 * reader may read are null, like users who no longer exist, and no filter finds their changes.
 */
export function authorSql(resources: AllResources, actor: Actor): AuthorSql {
  const { users } = resources;
  const isReadable = users !== undefined && mayRead(actor, users);
  const user = (alias: 'actor' | 'impersonator', column: RawBuilder<unknown>) => {
    const scope = isReadable ? scopeOf(users, { actor, rows: 'all', alias }) : sql`false`;
    return sql`left join users as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${column}
      ${scope ? sql`and ${scope}` : sql``}`;
  };
  const reference = (alias: 'actor' | 'impersonator') => {
    const seen = ['name', 'email'].filter((name) => {
      const field = users?.fields[name];
      return !field || maySee(actor, field);
    });
    const texts = seen.map((name) => sql`nullif(${sql.ref(`${alias}.${name}`)}, '')`);
    const id = sql.ref(`${alias}.id`);
    const label = sql`coalesce(${sql.join([...texts, sql`${id}::text`])})`;
    return sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'label', ${label}) end`;
  };
  // Without limits, the key of a user who no longer exists is visible, too.
  const isWhole = isReadable && !scopeOf(users, { actor, rows: 'all' });
  const seesKey = isWhole ? sql`true` : sql`actor.id is not null`;
  return {
    columns: sql`
      ${reference('actor')} as actor, ${reference('impersonator')} as impersonator,
      case when ${seesKey} then change.api_key end as "apiKey"`,
    joins: sql`
      ${user('actor', sql`change.actor_id`)} ${user('impersonator', sql`change.impersonator_id`)}`,
    isBy: (id) =>
      isWhole
        ? sql`(change.actor_id = ${id} or change.impersonator_id = ${id})`
        : sql`(actor.id = ${id} or impersonator.id = ${id})`,
    isByKey: (key) => sql`(change.api_key ->> 'id' = ${key} and ${seesKey})`,
  };
}
