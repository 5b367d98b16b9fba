import { viewAddress, writeAddress } from '@bindery/contract/records/resources/list-address.ts';
import { type SavedView, viewRoutes } from '@bindery/contract/records/views.ts';
import type { Response, Router } from 'express';
import { requireActorOf, requireSession } from '#backend/access/sessions/middleware.ts';
import { actorOfSession, isUser } from '#backend/kernel/http/actor.ts';
import { done, endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { RequestSession } from '#backend/kernel/http/request-context.ts';
import { createView, deleteView, listViews, updateView } from './views.ts';
import { createViewCall, type ViewCall, type ViewParts } from './visible-views.ts';

/** What the pages and the API need of saved views. */
interface SavedViews {
  /** The endpoints of saved views, for signed-in users. */
  readonly endpoints: Router;
  /** Responds to the call for a visitor's saved views, for pages' initial data. */
  readonly respond: (session: RequestSession | null) => Promise<{ readonly data: SavedView[] } | undefined>;
  /**
   * Returns the address of the default view of a list without parameters, as the page would open it itself,
   * so that it neither preloads nor loads the list of all records before; undefined for other addresses.
   */
  readonly startAddress: (url: string, session: RequestSession | null) => Promise<string | undefined>;
}

const LIST = /^\/manager\/(\w+)$/;

/** Creates the endpoints of saved views, and their parts of a page. */
export function createSavedViews(parts: ViewParts): SavedViews {
  const ofActor = createViewCall(parts);
  const callOf = (res: Response): ViewCall => ofActor(requireActorOf(res));
  const callOfSession = (session: RequestSession | null): ViewCall | undefined => {
    const actor = actorOfSession(session);
    return isUser(actor) ? ofActor(actor) : undefined;
  };
  return {
    endpoints: endpoints(viewRoutes, {
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
    }),
    respond: async (session) => {
      const call = callOfSession(session);
      return call && { data: await listViews(call, undefined) };
    },
    startAddress: async (url, session) => {
      const [, name] = LIST.exec(url) ?? [];
      const call = session?.rights.apps?.includes('manager') ? callOfSession(session) : undefined;
      const contract = name !== undefined && call?.contractOf(name, call.actor.role);
      if (!call || !contract) return undefined;
      const view = (await listViews(call, name)).find(({ isDefault }) => isDefault);
      return view && `${url}?${writeAddress(viewAddress(contract.resource, view))}`;
    },
  };
}
