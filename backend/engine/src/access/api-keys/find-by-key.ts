import { type Rights, rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Request, Response } from 'express';
import { sessionCookie } from '#backend/access/auth/constants.ts';
import type { FindByKey } from '#backend/access/sessions/middleware.ts';
import { createRowUserFields } from '#backend/access/sessions/row-user-fields.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { readCookie } from '#backend/kernel/http/cookies.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { contextOf, type RequestSession } from '#backend/kernel/http/request-context.ts';
import { guardedPath, isRead, SELECTED_EXPORT } from '#backend/kernel/http/request-guard.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { createFindApiKey } from './find-api-key.ts';
import { createKeyPaths } from './paths.ts';

/** How many invalid keys an IP address may send per hour. */
const WRONG_KEYS_PER_HOUR = 60;
const HOUR_SECONDS = 3600;

interface Parts {
  readonly database: Pick<Database, 'query' | 'execute'>;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly rights: Rights;
  readonly settings: Pick<Settings, 'isSecure' | 'apiKeyCallsPerMinute'>;
}

/**
 * Returns a function that lets a request with an `Authorization: Bearer` header act as the user of that API
 * key, instead of with a session.
 * @throws ApiError API_KEY_AND_COOKIE; API_KEY_NOT_ALLOWED for a path that keys do not reach;
 * API_KEY_READ_ONLY;
 *   TOO_MANY_REQUESTS; and the errors of `FindApiKey`.
 */
export function createFindByKey({ database, resources, rights, settings }: Parts): FindByKey {
  const find = createFindApiKey({
    database,
    rights,
    roles: rolesOf(resources),
    rowUserFields: createRowUserFields(resources),
  });
  const reaches = createKeyPaths(resources);
  const cookie = sessionCookie({ secure: settings.isSecure });
  const secondsToWait = createCallLimit(settings.apiKeyCallsPerMinute);
  const limiter = createRateLimiter(database.execute);

  const sessionOf = async (req: Request, res: Response, key: string): Promise<RequestSession> => {
    if (readCookie(req.headers.cookie, cookie) !== undefined) throw new ApiError('API_KEY_AND_COOKIE');
    if (!reaches(guardedPath(req))) throw new ApiError('API_KEY_NOT_ALLOWED');
    const session = await find(key).catch((error) => refuse(res, error));
    const seconds = secondsToWait(session.id);
    if (seconds > 0) throw tooMany(res, seconds);
    if (session.apiKey?.isReadOnly && !isRead(req) && !SELECTED_EXPORT.test(guardedPath(req)))
      throw new ApiError('API_KEY_READ_ONLY');
    return session;
  };

  /**
   * Counts invalid keys. Other requests from the address continue: those with an existing key are not
   * guesses.
   */
  const refuse = async (res: Response, error: unknown): Promise<never> => {
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
