import { userRoutes } from '@bindery/contract/api/users.ts';
import type { AllResources } from '@bindery/contract/schema/index.ts';
import type { Response, Router } from 'express';
import { listApiKeys, revokeApiKey } from '#backend/access/api-keys/store.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import { callAs } from '#backend/access/auth/call-actor.ts';
import { forwardedHeaders, forwardResponse } from '#backend/access/auth/handler.ts';
import { endSessionsNow } from '#backend/access/sessions/end-sessions.ts';
import { listSessions } from '#backend/access/sessions/list.ts';
import { requireActorOf, requireFixedRight } from '#backend/access/sessions/middleware.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError, requireFuture } from '#backend/kernel/http/api-error.ts';
import { done, endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';
import { readableUsers, requireAdministered } from './require-administered.ts';

interface Parts {
  readonly auth: Auth;
  readonly database: Database;
  readonly resources: AllResources;
  readonly settings: Pick<Settings, 'isDemo'>;
}

/** Returns the router with the admin endpoints for users that are not part of the resource API. */
export function userEndpoints({ auth, database, resources, settings: { isDemo } }: Parts): Router {
  /** Checks that the caller may administer a user; returns the caller. */
  const requireActor = async (
    { params, res }: { params: { id: string }; res: Response },
    act: { action: 'read' | 'update'; writes?: readonly string[] },
  ) => {
    const actor = requireActorOf(res);
    await requireAdministered({ database, resources, actor, id: params.id, ...act });
    return actor;
  };
  return endpoints(userRoutes, {
    listSessions: guarded(requireFixedRight('session', 'list'), async ({ params, query, res }) => {
      const actor = await requireActor({ params, res }, { action: 'read' });
      const sessions = await listSessions(database, { user: params.id, query, res, isDemo });
      // An administrator may impersonate users whom the caller may not read.
      const others = sessions.body.flatMap(({ impersonating }) => impersonating?.id ?? []);
      const readable = await readableUsers({ database, resources, actor }, others);
      const body = sessions.body.map((session) =>
        session.impersonating && !readable.has(session.impersonating.id)
          ? { ...session, impersonating: null }
          : session,
      );
      return { ...sessions, body };
    }),
    revokeSession: guarded(requireFixedRight('session', 'revoke'), async ({ params, res }) => {
      const { id, sessionId } = params;
      await requireActor({ params, res }, { action: 'update' });
      if ((await endSessionsNow(database, { userId: id, id: sessionId })) === 0)
        throw new ApiError('NOT_FOUND');
      return done;
    }),
    revokeSessions: guarded(requireFixedRight('session', 'revoke'), async ({ params, res }) => {
      await requireActor({ params, res }, { action: 'update' });
      await endSessionsNow(database, { userId: params.id });
      return done;
    }),
    // A key grants access like a session, so the rights to sessions cover it.
    listApiKeys: guarded(requireFixedRight('session', 'list'), async ({ params, res }) => {
      await requireActor({ params, res }, { action: 'read' });
      res.set('Cache-Control', 'private, no-cache');
      return { status: 200, body: await listApiKeys(database, params.id) };
    }),
    revokeApiKey: guarded(requireFixedRight('session', 'revoke'), async ({ params, res }) => {
      const actor = await requireActor({ params, res }, { action: 'update' });
      await revokeApiKey(database, { actor, userId: params.id, id: params.keyId });
      return done;
    }),
    ban: guarded(requireFixedRight('user', 'ban'), async ({ params, body: { reason, until }, res }) => {
      const actor = await requireActor({ params, res }, { action: 'update', writes: BAN_FIELDS });
      requireFuture('until', until);
      const banExpires = until ? new Date(until) : null;
      const ban = { banned: true, banReason: reason || null, banExpires };
      await callAs(actor, () => updateUser(auth, params.id, ban));
      return done;
    }),
    unban: guarded(requireFixedRight('user', 'ban'), async ({ params, res }) => {
      const actor = await requireActor({ params, res }, { action: 'update', writes: BAN_FIELDS });
      const noBan = { banned: false, banReason: null, banExpires: null };
      await callAs(actor, () => updateUser(auth, params.id, noBan));
      return done;
    }),
    impersonate: guarded(requireFixedRight('user', 'impersonate'), async ({ params, req, res }) => {
      const actor = await requireActor({ params, res }, { action: 'update' });
      const headers = forwardedHeaders(req);
      const started = await callAs(actor, () =>
        auth.api.impersonateUser({ body: { userId: params.id }, headers, asResponse: true }),
      );
      await forwardResponse(started, res);
      return done;
    }),
  });
}

/** The fields of a user that a ban writes. */
const BAN_FIELDS: readonly string[] = ['banned', 'banReason', 'banExpires'];

/**
 * Updates a user through better-auth, so that the write hooks run.
 * @throws ApiError NOT_FOUND.
 */
async function updateUser(auth: Auth, id: string, values: Record<string, unknown>): Promise<void> {
  const { internalAdapter } = await auth.$context;
  const changed = await internalAdapter.updateUser(id, { ...values, updatedAt: new Date() });
  if (!changed) throw new ApiError('NOT_FOUND');
}
