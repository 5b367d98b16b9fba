import type { BetterAuthPlugin } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type {
  RowFilter,
  TransactionContext,
  WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import { beforeEndpoints } from '#backend/access/hooks/auth-hooks.ts';
import type { Tables } from '#backend/database/connection.ts';
import { insertHistory } from '#backend/database/history.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Accepts a session id where better-auth expects a token, because responses contain the id instead of the
 * token. The endpoint still checks who owns the session.
 */
export const sessionIdAlias: BetterAuthPlugin = beforeEndpoints(
  'session-id-alias',
  ['/revoke-session'],
  async (ctx) => {
    // A token is no valid id, which matches no row: see validate-queries.ts.
    const where = [{ field: 'id', value: String(ctx.body?.token) }];
    const session = await ctx.context.adapter.findOne<{ token: string }>({ model: 'session', where });
    return session ? { context: { body: { ...ctx.body, token: session.token } } } : undefined;
  },
);

/**
 * Replaces better-auth's endpoint that ends a user's other sessions: it ends them one by one, and misses the
 * sessions in which an admin impersonates others.
 */
export const otherSessions = (db: Kysely<Tables>): BetterAuthPlugin =>
  beforeEndpoints('other-sessions', ['/revoke-other-sessions'], async (ctx) => {
    const own = await getSessionFromCtx(ctx);
    if (!own) return undefined;
    const ending = { userId: own.user.id, except: own.session.id };
    await db.transaction().execute((transaction) => endSessions(transaction, ending));
    return ctx.json({ status: true });
  });

type NewSession = Record<string, unknown> & { readonly id: string; readonly userId: string };

/** Records every sign-in in the history, as ended sessions are deleted. Impersonation is no sign-in. */
export const signInLog = (db: Kysely<Tables>): BetterAuthPlugin => ({
  id: 'sign-in-log',
  init: () => ({
    options: {
      databaseHooks: {
        session: {
          create: {
            after: async ({ id, userId, impersonatedBy }: NewSession) => {
              if (impersonatedBy) return;
              const change = { resource: 'sessions', record: id, action: 'create', changes: {} } as const;
              await insertHistory(db, { changes: [change], author: { actor: userId }, batch: null });
            },
          },
        },
      },
    },
  }),
});

/** The hooks around better-auth's deletion of sessions, which end the sessions started from them too. */
export const sessionWriteHooks: WriteHooks = { delete: removeSessions, deleteMany: removeSessions };

/** Ends sessions. If all sessions of a user are meant, also those in which the user impersonates others. */
async function removeSessions({ db, adapter }: TransactionContext, where: RowFilter): Promise<number> {
  const [{ field, value } = { field: '', value: null }, ...others] = where;
  if (field === 'userId' && others.length === 0) return endSessions(db, { userId: String(value) });
  let count = 0;
  // better-auth reads a hundred rows at a time.
  for (;;) {
    const found = await adapter.findMany<{ id: string }>({ model: 'session', where });
    if (found.length === 0) return count;
    count += await endSessions(db, { ids: found.map(({ id }) => id) });
  }
}
