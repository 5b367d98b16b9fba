import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Adapter } from '#backend/auth/transactional-adapter.ts';
import { isUnavailable } from '#backend/database/connection-errors.ts';
import { logError } from '#backend/http/log.ts';

/** Says by its own code that an invitation could not be read, which better-auth has a code for and never uses. */
export const invitationReads: BetterAuthPlugin = {
  id: 'invitation-reads',
  init: ({ adapter }) => ({
    context: {
      adapter: {
        ...adapter,
        findOne: (query) => told(query.model, () => adapter.findOne(query)),
        findMany: (query) => told(query.model, () => adapter.findMany(query)),
      } satisfies Adapter,
    },
  }),
};

/** @throws APIError FAILED_TO_RETRIEVE_INVITATION where the database fails; 503 where it is worth another try. */
async function told<Result>(model: string, read: () => Promise<Result>): Promise<Result> {
  if (model !== 'invitation') return read();
  return read().catch((error: unknown) => {
    logError('invitation not read', error);
    throw new APIError(isUnavailable(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR', {
      code: 'FAILED_TO_RETRIEVE_INVITATION',
      message: 'Failed to retrieve invitation',
    });
  });
}
