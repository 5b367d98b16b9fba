import { sql } from 'kysely';
import type { TestServer } from './server.ts';

/**
 * Disables better-auth's rate limits per minute on a test's server: each call is counted as the first. For
 * tests of limits per hour, which would otherwise have to wait for minutes to pass.
 */
export async function allowUnlimitedCalls({
  database: { kysely },
}: Pick<TestServer, 'database'>): Promise<void> {
  await sql`
    create function forget_calls() returns trigger language plpgsql as
    'begin new.count := 0; return new; end'`.execute(kysely);
  await sql`
    create trigger forget_calls before insert or update on rate_limits
    for each row execute function forget_calls()`.execute(kysely);
}
