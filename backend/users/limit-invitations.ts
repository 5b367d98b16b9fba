import { CompiledQuery } from 'kysely';
import { createRateLimiter, type RateLimiter } from '#backend/auth/rate-limiter.ts';
import type { Transaction } from '#backend/database/connection.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { currentClient, currentSession } from '#backend/http/request-context.ts';

/** The most users whom an admin may create one by one in an hour: as many as members of organisations may invite. */
export const INVITATIONS_PER_ADMIN = 50;

/**
 * Counts a user whom the admin of the request creates, who will be sent a mail. Nothing is counted where mails go to the
 * outbox, in local mode.
 *
 * @throws ApiError TOO_MANY_INVITATIONS beyond the limit.
 */
export async function consumeInvitation({ consume }: Pick<RateLimiter, 'consume'>): Promise<void> {
  const admin = currentSession()?.user;
  if (!admin || currentClient().isLocal) return;
  if ((await consume(`create-user ${admin.id}`)) <= INVITATIONS_PER_ADMIN) return;
  throw new ApiError('TOO_MANY_INVITATIONS');
}

/** Returns the rate limiter that counts in a transaction: what is rolled back does not count. */
export const rateLimiterIn = (db: Transaction): RateLimiter =>
  createRateLimiter(
    async <Row extends object>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows,
  );
