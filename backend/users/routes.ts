import type { Router } from 'express';
import { listApiKeys, revokeApiKey } from '#backend/api-keys/store.ts';
import type { Auth } from '#backend/auth/auth.ts';
import { callAs } from '#backend/auth/call-actor.ts';
import { forwardedHeaders, forwardResponse } from '#backend/auth/handler.ts';
import type { Database } from '#backend/database/connection.ts';
import { ApiError } from '#backend/http/api-error.ts';
import { done, endpoints, guardedBy } from '#backend/http/endpoints.ts';
import { endSessionsNow } from '#backend/sessions/end-sessions.ts';
import { listSessions } from '#backend/sessions/list.ts';
import { requireActorOf, requireRight } from '#backend/sessions/middleware.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { userRoutes } from '#contract/users.ts';
import { banUser, liftBan } from './bans.ts';

interface Parts {
  readonly auth: Auth;
  readonly database: Database;
  readonly settings: Pick<Settings, 'isDemo'>;
}

/** Returns the router with the admin endpoints for users that are not part of the resource API. */
export function userEndpoints({ auth, database, settings }: Parts): Router {
  const { isDemo: hidesAddresses } = settings;
  return endpoints(userRoutes, {
    listSessions: {
      ...guardedBy(requireRight('session', 'list')),
      handler: async ({ params, query, res }) => {
        await requireUser(database, params.id);
        return listSessions(database, { user: params.id, query, res, hidesAddresses });
      },
    },
    revokeSession: {
      ...guardedBy(requireRight('session', 'revoke')),
      handler: async ({ params: { id, sessionId } }) => {
        if ((await endSessionsNow(database, { userId: id, id: sessionId })) === 0)
          throw new ApiError('NOT_FOUND');
        return done;
      },
    },
    revokeSessions: {
      ...guardedBy(requireRight('session', 'revoke')),
      handler: async ({ params: { id } }) => {
        await requireUser(database, id);
        await endSessionsNow(database, { userId: id });
        return done;
      },
    },
    // A key lets somebody in as a session does, so the rights to sessions cover it.
    listApiKeys: {
      ...guardedBy(requireRight('session', 'list')),
      handler: async ({ params, res }) => {
        await requireUser(database, params.id);
        res.set('Cache-Control', 'private, no-cache');
        return { status: 200, body: await listApiKeys(database, params.id) };
      },
    },
    revokeApiKey: {
      ...guardedBy(requireRight('session', 'revoke')),
      handler: async ({ params, res }) => {
        const actor = requireActorOf(res);
        await revokeApiKey(database, { actor, userId: params.id, id: params.keyId });
        return done;
      },
    },
    ban: {
      ...guardedBy(requireRight('user', 'ban')),
      handler: async ({ params, body, res }) => {
        await callAs(requireActorOf(res), () => banUser(auth, params.id, body));
        return done;
      },
    },
    unban: {
      ...guardedBy(requireRight('user', 'ban')),
      handler: async ({ params, res }) => {
        await callAs(requireActorOf(res), () => liftBan(auth, params.id));
        return done;
      },
    },
    impersonate: {
      ...guardedBy(requireRight('user', 'impersonate')),
      handler: async ({ params, req, res }) => {
        const begin = {
          body: { userId: params.id },
          headers: forwardedHeaders(req),
          asResponse: true,
        } as const;
        const started = await callAs(requireActorOf(res), () => auth.api.impersonateUser(begin));
        await forwardResponse(started, res);
        return done;
      },
    },
  });
}

async function requireUser({ query }: Database, id: string) {
  const users = await query({ sql: 'select 1 from users where id = $1', parameters: [id] });
  if (users.length === 0) throw new ApiError('NOT_FOUND');
}
