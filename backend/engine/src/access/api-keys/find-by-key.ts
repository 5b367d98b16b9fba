import type { Rights, Statements } from '@bindery/contract/records/rights.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import type { Request, Response } from 'express';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import type { FindByKey } from '#backend/access/sessions/middleware.ts';
import { createSessionUsers, IS_BANNED, type UserColumns } from '#backend/access/sessions/session-store.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { readCookie } from '#backend/kernel/http/cookies.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { contextOf, isRead, type RequestSession } from '#backend/kernel/http/request-context.ts';
import { guardedPath, SELECTED_EXPORT } from '#backend/kernel/http/request-guard.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { isKeyOf, prefixOf } from './key.ts';
import { createKeyPaths } from './paths.ts';

/** How many invalid keys an IP address may send per hour. */
const WRONG_KEYS_PER_HOUR = 60;
const HOUR_SECONDS = 3600;

interface Parts {
  readonly database: Pick<Database, 'query' | 'execute'>;
  readonly resources: AllResources;
  readonly rights: Rights;
  readonly settings: Pick<Settings, 'isSecure' | 'apiKeyCallsPerMinute'>;
}

/**
 * Lets a request with an `Authorization: Bearer` header act as the user of that API key, without a session.
 * @throws ApiError API_KEY_AND_COOKIE; API_KEY_NOT_ALLOWED for a path that keys do not reach;
 * API_KEY_READ_ONLY; TOO_MANY_REQUESTS; and the errors of `findRow`.
 */
export function createFindByKey({ database, resources, rights, settings }: Parts): FindByKey {
  const users = createSessionUsers(resources);
  const statement = statementWith(users.columns);
  const reading = new Map(Object.entries(rights).map(([role, all]) => [role, onlyReading(all)]));
  const reaches = createKeyPaths(resources);
  const cookie = sessionCookie({ secure: settings.isSecure });
  const secondsToWait = createCallLimit(settings.apiKeyCallsPerMinute);
  const limiter = createRateLimiter(database.execute);

  /** Returns the current state of a key's user. Throws the errors of `findRow`. */
  const find = async (key: string): Promise<RequestSession> => {
    const row = await findRow(database, { statement, key });
    const user = users.fromRow(row);
    if (row.is_use_unrecorded) await recordUse(database, row.id);
    return {
      id: row.id,
      expiresAt: row.expires_at ? new Date(row.expires_at).toISOString() : NEVER,
      createdAt: new Date(row.created_at),
      needsRenewal: false,
      impersonatedBy: null,
      impersonatorName: null,
      apiKey: { id: row.id, name: row.key_name, isReadOnly: row.read_only },
      rights: (row.read_only ? reading.get(user.role) : rights[user.role]) ?? {},
      user,
    };
  };

  const sessionOf = async (req: Request, res: Response, key: string): Promise<RequestSession> => {
    if (readCookie(req.headers.cookie, cookie) !== undefined) throw new ApiError('API_KEY_AND_COOKIE');
    if (!reaches(guardedPath(req))) throw new ApiError('API_KEY_NOT_ALLOWED');
    const session = await find(key).catch((error) => reject(res, error));
    const seconds = secondsToWait(session.id);
    if (seconds > 0) throw tooMany(res, seconds);
    if (session.apiKey?.isReadOnly && !isRead(req) && !SELECTED_EXPORT.test(guardedPath(req)))
      throw new ApiError('API_KEY_READ_ONLY');
    return session;
  };

  /** Counts invalid keys. Other requests from the address continue: an existing key is no guess. */
  const reject = async (res: Response, error: unknown): Promise<never> => {
    const { isLocal, ipAddress } = contextOf(res);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'API_KEY_INVALID' && !isLocal) {
      const tries = await limiter.consume(`api-key:${ipAddress}`);
      if (tries > WRONG_KEYS_PER_HOUR) throw tooMany(res, HOUR_SECONDS);
    }
    res.setHeader('WWW-Authenticate', `Bearer error="invalid_token", error_description="${error.message}"`);
    throw error;
  };

  return async ({ req, res, key }) => {
    try {
      return await sessionOf(req, res, key);
    } catch (error) {
      // The rest of a rejected upload is read and dropped: unread, it would block the connection.
      req.resume();
      throw error;
    }
  };
}

function tooMany(res: Response, seconds: number): ApiError {
  res.setHeader('Retry-After', String(seconds));
  return new ApiError('TOO_MANY_REQUESTS');
}

const WINDOW_MS = 60_000;

/**
 * Creates the limit of calls per key and minute: a function that counts a call, and returns for how many
 * seconds the key has to wait, 0 if the call is within the limit. Each server counts separately.
 */
export function createCallLimit(perMinute: number, now: () => number = Date.now): (key: string) => number {
  let window = 0;
  const calls = new Map<string, number>();
  return (key) => {
    const time = now();
    const current = Math.floor(time / WINDOW_MS);
    if (current !== window) calls.clear();
    window = current;
    const count = (calls.get(key) ?? 0) + 1;
    calls.set(key, count);
    return count > perMinute ? Math.ceil(((current + 1) * WINDOW_MS - time) / 1000) : 0;
  };
}

/** How long a use of a key may go unrecorded, so that not every request writes. */
const USE_RECORDED_EVERY = '1 minute';

/** Selects a key and its user in one statement; uncached, so changes take effect with the next request. */
const statementWith = (columns: string) => `
  select k.id, k.name as key_name, k.hash, k.read_only, k.created_at::text, k.expires_at::text,
         k.expires_at <= now() as is_expired, k.revoked_at is not null as is_revoked,
         ${IS_BANNED} as is_banned,
         k.last_used_at is null or k.last_used_at < now() - interval '${USE_RECORDED_EVERY}' as is_use_unrecorded,
         ${columns}
  from api_keys k join users u on u.id = k.user_id
  where k.prefix = $1`;

const RECORD_USE = `
  update api_keys set last_used_at = now()
  where id = $1 and (last_used_at is null or last_used_at < now() - interval '${USE_RECORDED_EVERY}')`;

interface KeyRow extends UserColumns {
  readonly id: string;
  readonly key_name: string;
  readonly hash: string;
  readonly read_only: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly is_expired: boolean | null;
  readonly is_revoked: boolean;
  readonly is_banned: boolean;
  readonly is_use_unrecorded: boolean;
}

/** Rights without records: the areas that a role may enter. */
const AREAS = 'apps';
const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * Returns the row of a key with one prepared statement.
 * @throws ApiError API_KEY_INVALID; with the whole key API_KEY_REVOKED, API_KEY_EXPIRED or API_KEY_BANNED.
 */
async function findRow(
  { query }: Pick<Database, 'query'>,
  { statement, key }: { statement: string; key: string },
): Promise<KeyRow> {
  const prefix = prefixOf(key);
  if (prefix === undefined) throw new ApiError('API_KEY_INVALID');
  const [row] = await query<KeyRow>({ sql: statement, parameters: [prefix], mode: 'session' });
  if (!row || !isKeyOf(row.hash, key)) throw new ApiError('API_KEY_INVALID');
  if (row.is_revoked) throw new ApiError('API_KEY_REVOKED');
  if (row.is_expired) throw new ApiError('API_KEY_EXPIRED');
  if (row.is_banned) throw new ApiError('API_KEY_BANNED');
  return row;
}

/** Records the use of a key. A failure does not prevent the response. */
async function recordUse({ execute }: Pick<Database, 'execute'>, id: string): Promise<void> {
  try {
    await execute({ sql: RECORD_USE, parameters: [id], table: 'api_keys' });
  } catch (error) {
    logger.warn({ err: error, apiKey: id }, 'use of an API key not recorded');
  }
}

const onlyReading = (rights: Statements): Statements =>
  Object.fromEntries(
    Object.entries(rights).map(([resource, actions]) => [
      resource,
      resource === AREAS ? actions : actions.filter((action) => action === 'read'),
    ]),
  );
