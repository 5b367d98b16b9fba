import type { Execute } from '#backend/database/query.ts';

const CONSUME = `
  insert into rate_limit_counters (key, count, resets_at) values ($1, 1, now() + interval '1 hour')
  on conflict (key) do update set
    count = case when rate_limit_counters.resets_at <= now() then 1 else rate_limit_counters.count + 1 end,
    resets_at = case when rate_limit_counters.resets_at <= now() then excluded.resets_at else rate_limit_counters.resets_at end
  returning count`;

const MARK = `
  insert into rate_limit_counters (key, count, resets_at) values ($1, 0, now() + $2::interval)
  on conflict (key) do update set resets_at = excluded.resets_at`;

const SET_ALLOWANCE = `
  insert into rate_limit_counters (key, count, resets_at) values ($1, $2, now() + interval '1 hour')
  on conflict (key) do update set count = excluded.count, resets_at = excluded.resets_at`;

const ENSURE_EXISTS = `
  insert into rate_limit_counters (key, count, resets_at) values ($1, 0, now() + interval '1 hour')
  on conflict (key) do nothing`;

const CONSUME_ALLOWED =
  'update rate_limit_counters set count = count - 1 where key = $1 and resets_at > now() returning count';

const IS_MARKED = 'select 1 from rate_limit_counters where key = $1 and resets_at > now()';
// Skips locked rows, so that two servers that prune at the same time do not wait for each other.
const PRUNE = `
  delete from rate_limit_counters where key in
    (select key from rate_limit_counters where resets_at <= now() for update skip locked)`;

/**
 * Creates the rate limiter. Counters are in the database and shared by all servers. Each operation is one
 * statement, so that concurrent calls are counted one after the other and each gets its own count.
 */
export function createRateLimiter(execute: Execute) {
  const run = (sql: string, ...parameters: (string | number)[]) =>
    execute<{ count: number }>({ sql, parameters, table: 'rate_limit_counters' });
  return {
    /** Counts an attempt and returns the number of attempts in the current hour, including this one. */
    consume: async (key: string): Promise<number> => Number((await run(CONSUME, key))[0]?.count),
    /** Allows a number of attempts within the next hour, replacing the remaining ones. */
    setAllowance: async (key: string, tries: number) => void (await run(SET_ALLOWANCE, key, tries)),
    /** Records that no attempts are allowed, unless the key already exists. */
    ensureExists: async (key: string) => void (await run(ENSURE_EXISTS, key)),
    /** Uses an attempt; returns how many are left, negative past the last, undefined if none were allowed. */
    consumeAllowed: async (key: string): Promise<number | undefined> => {
      const [row] = await run(CONSUME_ALLOWED, key);
      return row && Number(row.count);
    },
    /** Stores a key for a PostgreSQL interval: '1 hour', '400 days'. */
    mark: async (key: string, time: string) => void (await run(MARK, key, time)),
    isMarked: async (key: string) => (await run(IS_MARKED, key)).length > 0,
    /** Deletes expired rows. */
    prune: async () => void (await run(PRUNE)),
  };
}

/** Counts attempts, see `createRateLimiter`. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;
