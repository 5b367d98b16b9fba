import { type SavedView, viewRoutes } from '@bindery/contract/records/views.ts';
import type { Response, Router } from 'express';
import { requireActorOf, requireSession } from '#backend/access/sessions/middleware.ts';
import { actorOfSession, isUser } from '#backend/kernel/http/actor.ts';
import { done, endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { createView, deleteView, listViews, updateView } from './views.ts';
import { createViewCall, type ViewCall, type ViewParts } from './visible-views.ts';

/** Returns a function that responds to the call for a visitor's saved views, for pages' initial data. */
export function createViewsResponse(parts: ViewParts) {
  const callOf = createViewCall(parts);
  return async (session: RequestSession | null): Promise<{ readonly data: SavedView[] } | undefined> => {
    const actor = actorOfSession(session);
    return isUser(actor) ? { data: await listViews(callOf(actor), undefined) } : undefined;
  };
}

/** The endpoints of saved views, for signed-in users. */
export function viewEndpoints(parts: ViewParts): Router {
  const ofActor = createViewCall(parts);
  const callOf = (res: Response): ViewCall => ofActor(requireActorOf(res));
  return endpoints(viewRoutes, {
    list: guarded(requireSession, async ({ query, res }) => {
      res.set('Cache-Control', 'private, no-cache');
      return { status: 200, body: await listViews(callOf(res), query.resource) };
    }),
    create: guarded(requireSession, async ({ body, res }) => ({
      status: 201,
      body: await createView(callOf(res), body),
    })),
    update: guarded(requireSession, async ({ params, body, res }) => ({
      status: 200,
      body: await updateView(callOf(res), { id: params.id, changes: body }),
    })),
    delete: guarded(requireSession, async ({ params, res }) => {
      await deleteView(callOf(res), params.id);
      return done;
    }),
  });
}
