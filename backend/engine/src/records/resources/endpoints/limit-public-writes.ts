import type { RequestHandler } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { networkOf } from '#backend/kernel/http/network.ts';
import { createRateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentClient } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/** The longest wait of a rejected caller: the hour in which its network is counted. */
const RETRY_AFTER_SECONDS = 60 * 60;

/**
 * Returns the middleware for writes of callers without a session: each network may make some per hour, on all
 * resources and servers together, and then gets 429 `TOO_MANY_REQUESTS`. Nothing is counted in local mode.
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
