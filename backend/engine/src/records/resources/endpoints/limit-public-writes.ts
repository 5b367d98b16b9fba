import type { RequestHandler } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { networkOf } from '#backend/kernel/http/network.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** What a refused caller waits at most: the hour in which its network is counted. */
const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Returns the middleware of writes by callers who are not signed in: each network may make some in an hour, on all
 * resources and servers together, and gets 429 `TOO_MANY_REQUESTS` beyond. Nothing is counted in local mode.
 */
export function limitPublicWrites(
  { execute }: Pick<Database, 'execute'>,
  { publicWritesPerHour }: Pick<Settings, 'publicWritesPerHour'>,
): RequestHandler {
  const { consume } = createRateLimiter(execute);
  return async (_req, res, next) => {
    const { ipAddress, isLocal } = currentClient();
    if (!isLocal && (await consume(`public-write:${networkOf(ipAddress)}`)) > publicWritesPerHour) {
      res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
      throw new ApiError('TOO_MANY_REQUESTS');
    }
    next();
  };
}
