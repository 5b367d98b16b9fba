import { actorOfCall } from '#backend/access/auth/call-actor.ts';
import type { InsertParams, TransactionContext } from '#backend/access/auth/transactional-adapter.ts';
import { endSessions, recordImpersonation } from '#backend/access/sessions/end-sessions.ts';
import type { Transaction } from '#backend/database/connection.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

/** Creates a session. Records impersonation in the history. */
export async function createRecordedSession({ db, adapter }: TransactionContext, query: InsertParams) {
  const { impersonatedBy: admin } = query.data as { impersonatedBy?: string | null };
  if (!admin) return adapter.create(query);
  const parentSessionId = await lockSession(db, actorOfCall());
  // Records the end of expired impersonation sessions that the admin did not stop.
  await endSessions(db, { createdBy: admin, over: true });
  const data = { ...query.data, parentSessionId };
  const session = await adapter.create<Record<string, unknown>, Record<string, string>>({ ...query, data });
  await recordImpersonation(db, { user: String(session.userId), admin, begins: true });
  return session;
}

/**
 * Locks the session of an actor and returns its id, so that it cannot be ended while a session is started
 * from it.
 * @throws ApiError UNAUTHENTICATED if it has already been ended.
 */
async function lockSession(db: Transaction, { credential }: Actor): Promise<string> {
  const id = credential.kind === 'session' ? credential.id : undefined;
  const locked =
    id && (await db.selectFrom('sessions').select('id').where('id', '=', id).forShare().execute());
  if (!id || !locked || locked.length === 0) throw new ApiError('UNAUTHENTICATED');
  return id;
}
