import { accountRoutes } from '@bindery/contract/api/users.ts';
import type { Router } from 'express';
import { createApiKey, listApiKeys, revokeApiKey } from '#backend/access/api-keys/store.ts';
import type { Auth } from '#backend/access/auth/auth.ts';
import { callAs } from '#backend/access/auth/call-actor.ts';
import { forwardedHeaders, forwardResponse } from '#backend/access/auth/handler.ts';
import { endSessionsNow } from '#backend/access/sessions/end-sessions.ts';
import { listSessions } from '#backend/access/sessions/list.ts';
import { requireActorOf, requireSession, requireSessionOf } from '#backend/access/sessions/middleware.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { done, endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { Settings } from '#backend/kernel/settings/settings.ts';

interface Parts {
  readonly auth: Auth;
  readonly database: Database;
  readonly settings: Pick<Settings, 'isDemo'>;
}

/** Returns the router with the endpoints for the signed-in user's own sessions and API keys. */
export function accountEndpoints({ auth, database, settings: { isDemo } }: Parts): Router {
  return endpoints(accountRoutes, {
    listSessions: guarded(requireSession, ({ query, res }) =>
      listSessions(database, { user: requireSessionOf(res).user.id, query, res, isDemo }),
    ),
    revokeSession: guarded(requireSession, async ({ params, res }) => {
      const { user } = requireSessionOf(res);
      const ended = await endSessionsNow(database, { userId: user.id, id: params.sessionId });
      if (ended === 0) throw new ApiError('NOT_FOUND');
      return done;
    }),
    revokeOtherSessions: guarded(requireSession, async ({ res }) => {
      const { user, id } = requireSessionOf(res);
      await endSessionsNow(database, { userId: user.id, except: id });
      return done;
    }),
    listApiKeys: guarded(requireSession, async ({ res }) => {
      res.set('Cache-Control', 'private, no-cache');
      return { status: 200, body: await listApiKeys(database, requireSessionOf(res).user.id) };
    }),
    createApiKey: guarded(requireSession, async ({ body: values, res }) => {
      res.set('Cache-Control', 'no-store');
      return { status: 201, body: await createApiKey(database, { actor: requireActorOf(res), values }) };
    }),
    revokeApiKey: guarded(requireSession, async ({ params, res }) => {
      const actor = requireActorOf(res);
      await revokeApiKey(database, { actor, userId: actor.id, id: params.keyId });
      return done;
    }),
    stopImpersonating: guarded(requireSession, async ({ req, res }) => {
      if (!requireSessionOf(res).impersonatedBy) throw new ApiError('NOT_IMPERSONATING');
      const request = { headers: forwardedHeaders(req), asResponse: true } as const;
      const stopped = await callAs(requireActorOf(res), () => auth.api.stopImpersonating(request));
      await forwardResponse(stopped, res);
      return done;
    }),
  });
}
