import type { Database } from '#backend/database/connection.ts';

const SPEND = `
  insert into code_budgets (key, count, resets_at) values ($1, 1, now() + interval '1 hour')
  on conflict (key) do update set
    count = case when code_budgets.resets_at <= now() then 1 else code_budgets.count + 1 end,
    resets_at = case when code_budgets.resets_at <= now() then excluded.resets_at else code_budgets.resets_at end
  returning count`;

const REMEMBER = `
  insert into code_budgets (key, count, resets_at) values ($1, 0, now() + $2::interval)
  on conflict (key) do update set resets_at = excluded.resets_at`;

const ALLOW = `
  insert into code_budgets (key, count, resets_at) values ($1, $2, now() + interval '1 hour')
  on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`;

const ALLOW_NONE = `
  insert into code_budgets (key, count, resets_at) values ($1, 0, now() + interval '1 hour')
  on conflict (key) do nothing`;

const TAKE = 'update code_budgets set count = count - 1 where key = $1 and resets_at > now() returning count';

const KNOWN = 'select 1 from code_budgets where key = $1 and resets_at > now()';
// Rows that somebody else holds are left alone: two servers that delete the same ones would wait for each other.
const SWEEP = `
  delete from code_budgets where key in
    (select key from code_budgets where resets_at <= now() for update skip locked)`;

/**
 * Counts in the database, so that all servers count together. Each count is one statement: calls that arrive at
 * the same moment are counted one after the other, and each learns its own place in the row.
 */
export function createRateLimiter(read: Database['query']) {
  const run = (sql: string, ...parameters: (string | number)[]) =>
    read<{ count: number }>({ sql, parameters });
  return {
    /** Counts one more try and says how many there were in the running hour, this one included. */
    spend: async (key: string): Promise<number> => Number((await run(SPEND, key))[0]?.count),
    /** Allows a number of tries within the next hour, in place of what was left of earlier ones. */
    allow: async (key: string, tries: number) => void (await run(ALLOW, key, tries)),
    /** Remembers that nothing is allowed, unless something is left of what was. */
    allowNone: async (key: string) => void (await run(ALLOW_NONE, key)),
    /** Uses up one of the tries and returns how many are left, below zero past the last; undefined if none were allowed. */
    take: async (key: string): Promise<number | undefined> => {
      const [row] = await run(TAKE, key);
      return row && Number(row.count);
    },
    /** Remembers a key for a time in PostgreSQL's words: '1 hour', '400 days'. */
    remember: async (key: string, time: string) => void (await run(REMEMBER, key, time)),
    isRemembered: async (key: string) => (await run(KNOWN, key)).length > 0,
    /** Throws away what has run out. */
    sweep: async () => void (await run(SWEEP)),
  };
}

/** Counts of tries, see `budgetsIn`. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;
