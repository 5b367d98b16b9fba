import type {
  RowFilter,
  TransactionContext,
  WriteHooks,
} from '#backend/access/auth/transactional-adapter.ts';
import { endSessions } from './end-sessions.ts';

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
