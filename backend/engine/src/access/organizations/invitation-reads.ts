import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Adapter } from '#backend/access/auth/transactional-adapter.ts';
import { isUnavailable } from '#backend/database/connection-errors.ts';
import { logger } from '#backend/logging/logger.ts';

/**
 * Maps failed reads of invitations to FAILED_TO_RETRIEVE_INVITATION, which better-auth defines but never
 * throws.
 */
export const invitationReads: BetterAuthPlugin = {
  id: 'invitation-reads',
  init: ({ adapter }) => ({
    context: {
      adapter: {
        ...adapter,
        findOne: (query) => mapReadError(query.model, () => adapter.findOne(query)),
        findMany: (query) => mapReadError(query.model, () => adapter.findMany(query)),
      } satisfies Adapter,
    },
  }),
};

/**
 * @throws APIError FAILED_TO_RETRIEVE_INVITATION if the read fails; 503 if it may be retried, otherwise 500.
 */
async function mapReadError<Result>(model: string, read: () => Promise<Result>): Promise<Result> {
  if (model !== 'invitation') return read();
  return read().catch((error: unknown) => {
    logger.error({ err: error }, 'invitation not read');
    throw new APIError(isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', {
      code: 'FAILED_TO_RETRIEVE_INVITATION',
      message: 'Failed to retrieve invitation',
    });
  });
}
