import type { Router } from 'express';
import { endpoints, guardedBy } from '#backend/http/endpoints.ts';
import { allowLongRequest } from '#backend/http/request-deadline.ts';
import type { ResourceServices } from '#backend/resources/resource-service.ts';
import { undoBatch } from '#backend/resources/undo/undo.ts';
import { requireSession, requireSessionOf } from '#backend/sessions/middleware.ts';
import { historyRoutes } from '#contract/history.ts';

interface Parts {
  readonly services: ResourceServices;
}

/** Returns the router with the endpoints for the history of all resources. */
export function historyEndpoints({ services }: Parts): Router {
  return endpoints(historyRoutes, {
    undoBatch: {
      ...guardedBy(requireSession),
      handler: async ({ params: { batch }, res }) => {
        allowLongRequest(res);
        const { user: actor } = requireSessionOf(res);
        return { status: 200, body: await undoBatch(services, { batch, actor }) };
      },
    },
  });
}
