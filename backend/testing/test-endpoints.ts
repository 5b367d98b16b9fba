import type { AddressInfo } from 'node:net';
import express from 'express';
import { historyEndpoints } from '#backend/history/routes.ts';
import { errorAnswer, unknownEndpoint } from '#backend/http/errors.ts';
import { contextOf, createRequestContext, type RequestSession } from '#backend/http/request-context.ts';
import { resourceRoutes } from '#backend/resources/endpoints/endpoints.ts';
import type { HooksByResource } from '#backend/resources/hooks.ts';
import { CountCache } from '#backend/resources/query/count-cache.ts';
import { createResourceServices, type ResourceServices } from '#backend/resources/resource-service.ts';
import type { Resource, Resources, Role } from '#contract/schema/index.ts';
import type { Answered } from './browser.ts';
import { freshDatabase } from './database.ts';
import { ACTOR } from './resource-fixture.ts';

/** REST endpoints for a test's own resources, with their own database, callable as either role. */
export interface TestEndpoints {
  readonly services: ResourceServices;
  call(role: Role, endpoint: `${string} /api/${string}`, json?: object): Promise<Answered>;
  close(): Promise<void>;
}

/**
 * Serves resources as the application does, except for sign-in: the `x-role` header sets the caller's role.
 */
export async function serveEndpoints(
  resources: Readonly<Record<string, Resource>>,
  { hooks = {} }: { hooks?: HooksByResource } = {},
): Promise<TestEndpoints> {
  const { database, drop } = await freshDatabase(resources);
  const services = createResourceServices({ resources, database, counts: new CountCache(database), hooks });
  const app = express();
  app.use(createRequestContext({ isLocal: true }), express.json(), (req, res, next) => {
    const user = { id: ACTOR.id, role: req.get('x-role') };
    contextOf(res).session = { user } as RequestSession;
    next();
  });
  app.use(resourceRoutes({ resources: resources as Resources, services, checkResponses: true }));
  app.use(historyEndpoints({ services }), unknownEndpoint, errorAnswer);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return {
    services,
    call: async (role, endpoint, json) => {
      const [method = '', path = ''] = endpoint.split(' ');
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'x-role': role, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      });
      const body = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: body ? JSON.parse(body) : undefined,
      };
    },
    close: async () => {
      await new Promise((closed) => server.close(closed));
      await drop();
    },
  };
}
