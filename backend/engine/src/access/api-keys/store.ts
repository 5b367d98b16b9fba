import type { ApiKeyItem, CreatedApiKey, NewApiKey } from '@bindery/contract/api/api-keys.ts';
import { MAX_API_KEYS } from '@bindery/contract/api/api-keys.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '#backend/database/connection.ts';
import { insertHistory } from '#backend/database/history.ts';
import { newId } from '#backend/database/id.ts';
import { transactionTime } from '#backend/database/time.ts';
import { type Actor, authorOf, requireFresh, type UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError, reasonAt, requireFuture } from '#backend/kernel/http/api-error.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { createKey } from './key.ts';

/** How many keys a user may create per hour. */
const CREATED_PER_HOUR = 60;

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly read_only: boolean;
  readonly created_at: string | Date;
  readonly expires_at: string | Date | null;
  readonly last_used_at: string | Date | null;
}

/** Returns the keys of a user that have not been revoked, newest first. */
export async function listApiKeys({ query }: Database, userId: string): Promise<ApiKeyItem[]> {
  const rows = await query<KeyRow>({
    sql: `select id, name, prefix, read_only, created_at, expires_at, last_used_at from api_keys
      where user_id = $1 and revoked_at is null order by created_at desc, id desc`,
    parameters: [userId],
    mode: 'list',
    table: 'api_keys',
  });
  return rows.map(toItem);
}

/**
 * Creates a key of a user, and records it in the user's history.
 * @throws ApiError SESSION_EXPIRED; INVALID: past expiry; CONFLICT: too many keys; TOO_MANY_REQUESTS.
 */
export async function createApiKey(
  database: Database,
  { actor, values: { name, readOnly, expiresAt } }: { actor: UserActor; values: NewApiKey },
): Promise<CreatedApiKey> {
  requireFresh(actor);
  const userId = actor.id;
  requireFuture('expiresAt', expiresAt);
  const { consume } = createRateLimiter(database.execute);
  if ((await consume(`create-api-key:${userId}`)) > CREATED_PER_HOUR) throw new ApiError('TOO_MANY_REQUESTS');
  const { key, prefix, hash } = createKey();
  const item = await database.kysely.transaction().execute(async (db) => {
    await requireRoom(db, userId);
    // Keys that were revoked so long ago that their error is no longer useful.
    await sql`
      delete from api_keys where user_id = ${userId} and revoked_at < now() - interval '90 days'`.execute(db);
    const [row] = (
      await sql<KeyRow>`
        insert into api_keys (id, user_id, name, prefix, hash, read_only, expires_at, created_at)
        values (${newId()}, ${userId}, ${name}, ${prefix}, ${hash}, ${readOnly}, ${expiresAt}::timestamptz,
          ${transactionTime})
        returning id, name, prefix, read_only, created_at, expires_at, last_used_at`.execute(db)
    ).rows;
    await record(db, { actor, userId, before: null, after: described(row!) });
    return toItem(row!);
  });
  return { ...item, key };
}

/**
 * Revokes a key of a user, from the next request on, and records it in the user's history.
 * @throws ApiError NOT_FOUND for another user's key, or a revoked one.
 */
export async function revokeApiKey(
  database: Database,
  { actor, userId, id }: { actor: Actor; userId: string; id: string },
): Promise<void> {
  await database.kysely.transaction().execute(async (db) => {
    const [row] = (
      await sql<KeyRow>`
        update api_keys set revoked_at = now()
        where id = ${id} and user_id = ${userId} and revoked_at is null returning name, prefix`.execute(db)
    ).rows;
    if (!row) throw new ApiError('NOT_FOUND');
    await record(db, { actor, userId, before: described(row), after: null });
  });
}

/** Throws CONFLICT if the user has the maximum number of keys. The lock serializes concurrent calls. */
async function requireRoom(db: Transaction, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_keys where user_id = ${userId} and revoked_at is null`.execute(db);
  if (rows[0]!.count < MAX_API_KEYS) return;
  throw new ApiError('CONFLICT', reasonAt('name', 'errors.tooManyApiKeys', { max: MAX_API_KEYS }));
}

/** Adds the creation or the end of a key to the history of its user. */
async function record(
  db: Transaction,
  { actor, userId, ...apiKey }: { actor: Actor; userId: string; before: string | null; after: string | null },
): Promise<void> {
  const changes = { apiKey };
  const change = { resource: 'users', record: userId, action: 'update', changes } as const;
  await insertHistory(db, { changes: [change], author: authorOf(actor), batch: null });
}

const described = ({ name, prefix }: Pick<KeyRow, 'name' | 'prefix'>): string => `${name} (${prefix})`;

const toItem = (row: KeyRow): ApiKeyItem => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  readOnly: row.read_only,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: row.expires_at && new Date(row.expires_at).toISOString(),
  lastUsedAt: row.last_used_at && new Date(row.last_used_at).toISOString(),
});
