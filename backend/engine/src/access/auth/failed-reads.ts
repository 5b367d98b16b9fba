import type { BetterAuthOptions, BetterAuthPlugin, DBAdapter } from 'better-auth';
import { currentContext } from '#backend/kernel/http/request-context.ts';

/**
 * Stores the error of a failed read, for `rethrowFailedRead`. Some of better-auth's endpoints catch every
 * error and respond as if there were no rows.
 */
export const noteFailedReads: BetterAuthPlugin = {
  id: 'note-failed-reads',
  init: ({ adapter }) => ({ context: { adapter: withNotes(adapter) } }),
};

/**
 * Throws the error of this request's failed read, whatever better-auth made of it.
 * @throws the error of the database.
 */
export function rethrowFailedRead(): void {
  const failed = currentContext()?.failedRead;
  if (failed) throw failed.error;
}

function withNotes(adapter: DBAdapter<BetterAuthOptions>): DBAdapter<BetterAuthOptions> {
  const noting = async <Result>(read: Promise<Result>): Promise<Result> => {
    try {
      return await read;
    } catch (error) {
      const context = currentContext();
      if (context) context.failedRead ??= { error };
      throw error;
    }
  };
  return {
    ...adapter,
    findOne: (query) => noting(adapter.findOne(query)),
    findMany: (query) => noting(adapter.findMany(query)),
    count: (query) => noting(adapter.count(query)),
  };
}
