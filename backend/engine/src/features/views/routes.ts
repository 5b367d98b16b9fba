import { viewRoutes } from '@bindery/contract/records/views.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Response, Router } from 'express';
import { requireActorOf, requireSession } from '#backend/access/sessions/middleware.ts';
import { createRowUserFields } from '#backend/access/sessions/row-user-fields.ts';
import type { Database } from '#backend/database/connection.ts';
import { done, endpoints, guardedBy } from '#backend/kernel/http/endpoints.ts';
import { createListContracts } from './view-query.ts';
import { createView, deleteView, listViews, updateView } from './views.ts';
import type { ViewCall } from './visible-views.ts';

interface Parts {
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
}

/** The endpoints of saved views, for signed-in users. */
export function viewEndpoints({ database, resources }: Parts): Router {
  const contractOf = createListContracts(resources);
  const rowUserFields = createRowUserFields(resources);
  const callOf = (res: Response): ViewCall => ({
    database,
    resources,
    contractOf,
    rowUserFields,
    actor: requireActorOf(res),
  });
  return endpoints(viewRoutes, {
    list: {
      ...guardedBy(requireSession),
      handler: async ({ query, res }) => {
        res.set('Cache-Control', 'private, no-cache');
        return { status: 200, body: await listViews(callOf(res), query.resource) };
      },
    },
    create: {
      ...guardedBy(requireSession),
      handler: async ({ body, res }) => ({ status: 201, body: await createView(callOf(res), body) }),
    },
    update: {
      ...guardedBy(requireSession),
      handler: async ({ params, body, res }) => ({
        status: 200,
        body: await updateView(callOf(res), { id: params.id, changes: body }),
      }),
    },
    delete: {
      ...guardedBy(requireSession),
      handler: async ({ params, res }) => {
        await deleteView(callOf(res), params.id);
        return done;
      },
    },
  });
}
