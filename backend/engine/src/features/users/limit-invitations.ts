import { CompiledQuery } from 'kysely';
import type { Transaction } from '#backend/database/connection.ts';
import { type Actor, isUser } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { createRateLimiter, type RateLimiter } from '#backend/kernel/http/rate-limiter.ts';
import { currentContext } from '#backend/kernel/http/request-context.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

/**
 * The maximum number of users whom an admin may create one by one per hour: as many as members of
 * organisations may invite.
 */
export const INVITATIONS_PER_ADMIN = 50;

/**
 * Counts a user whom an admin creates and who will get an email.
 * @throws ApiError TOO_MANY_INVITATIONS beyond the limit.
 */
export type LimitInvitations = (rateLimiter: Pick<RateLimiter, 'consume'>, actor: Actor) => Promise<void>;

/**
 * Creates the function that limits invitations. In local mode, where emails go to the outbox, only requests
 * from other machines count.
 */
export const limitInvitations =
  ({ isLocal }: Pick<Settings, 'isLocal'>): LimitInvitations =>
  async ({ consume }, actor) => {
    if (!isUser(actor) || (isLocal && (currentContext()?.isLocal ?? true))) return;
    if ((await consume(`create-user ${actor.id}`)) <= INVITATIONS_PER_ADMIN) return;
    throw new ApiError('TOO_MANY_INVITATIONS');
  };

/** Returns a rate limiter that counts in a transaction: a rollback undoes its counts. */
export const rateLimiterIn = (db: Transaction): RateLimiter =>
  createRateLimiter(
    async <Row extends object>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(sql, [...parameters]))).rows,
  );
