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
// Skips locked rows, so that two servers that sweep at the same time do not wait for each other.
const SWEEP = `
  delete from code_budgets where key in
    (select key from code_budgets where resets_at <= now() for update skip locked)`;

/**
 * Creates the rate limiter. Counters are in the database and shared by all servers. Each operation is one
 * statement, so that concurrent calls are counted one after the other and each gets its own count.
 */
export function createRateLimiter(execute: Database['execute']) {
  const run = (sql: string, ...parameters: (string | number)[]) =>
    execute<{ count: number }>({ sql, parameters, table: 'code_budgets' });
  return {
    /** Counts an attempt and returns the number of attempts in the current hour, including this one. */
    spend: async (key: string): Promise<number> => Number((await run(SPEND, key))[0]?.count),
    /** Allows a number of attempts within the next hour, replacing those that are left. */
    allow: async (key: string, tries: number) => void (await run(ALLOW, key, tries)),
    /** Records that no attempts are allowed, unless the key already exists. */
    allowNone: async (key: string) => void (await run(ALLOW_NONE, key)),
    /**
     * Uses an attempt and returns how many are left, negative past the last; undefined if none were ever
     * allowed.
     */
    take: async (key: string): Promise<number | undefined> => {
      const [row] = await run(TAKE, key);
      return row && Number(row.count);
    },
    /** Stores a key for a PostgreSQL interval: '1 hour', '400 days'. */
    remember: async (key: string, time: string) => void (await run(REMEMBER, key, time)),
    isRemembered: async (key: string) => (await run(KNOWN, key)).length > 0,
    /** Deletes expired rows. */
    sweep: async () => void (await run(SWEEP)),
  };
}

/** Counts attempts, see `createRateLimiter`. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;
