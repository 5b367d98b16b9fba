import type { AddressInfo } from 'node:net';
import { createRights, type Statements } from '@bindery/contract/records/rights.ts';
import { type AllResources, PUBLIC, type Resources, type Role } from '@bindery/contract/schema/index.ts';
import express from 'express';
import { createBatchJobs } from '#backend/features/batches/batch-jobs.ts';
import { historyEndpoints } from '#backend/features/history/routes.ts';
import { uploadImport } from '#backend/features/imports/upload.ts';
import { errorHandler, unknownEndpoint } from '#backend/kernel/http/errors.ts';
import {
  contextOf,
  createRequestContext,
  type RequestSession,
} from '#backend/kernel/http/request-context.ts';
import { JobQueue } from '#backend/kernel/jobs/job-queue.ts';
import { createResourceRouters } from '#backend/records/resources/endpoints/create-routers.ts';
import { resourceRoutes } from '#backend/records/resources/endpoints/endpoints.ts';
import type { HooksByResource } from '#backend/records/resources/hooks.ts';
import { CountCache } from '#backend/records/resources/query/count.ts';
import {
  createResourceServices,
  type ResourceServices,
} from '#backend/records/resources/resource-service.ts';
import type { TestResponse } from './browser.ts';
import { freshDatabase } from './database.ts';
import { ACTOR, FILE_URLS } from './resource-fixture.ts';
import { send } from './send.ts';
import type { TestUser } from './session-fixtures.ts';

/** REST endpoints for a test's own resources, with their own database, callable as either role. */
export interface TestEndpoints {
  readonly services: ResourceServices;
  /** Calls as a user of a role: always the same one, unless another is given. */
  call(
    caller: Role | TestUser,
    endpoint: `${string} /api/${string}`,
    json?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse>;
  close(): Promise<void>;
}

/** Returns a new session of a user. */
const sessionOf = (user: TestUser, rights: Statements): RequestSession => ({
  user: { ...user, name: '', emailVerified: true, onboardedAt: null, language: null, theme: null },
  rights,
  id: ACTOR.id,
  createdAt: new Date(),
  expiresAt: new Date().toISOString(),
  needsRenewal: false,
  impersonatedBy: null,
  impersonatorName: null,
  apiKey: null,
});

/** Serves resources as the application does, without sign-in: headers name the caller, `public` none. */
export async function serveEndpoints(
  resources: AllResources,
  { hooks = {} }: { hooks?: HooksByResource } = {},
): Promise<TestEndpoints> {
  const { database, drop } = await freshDatabase(resources);
  const services = createResourceServices({
    resources,
    database,
    counts: new CountCache(database),
    hooks,
    fileUrls: FILE_URLS,
  });
  const rights = createRights(resources);
  // No test of these endpoints writes enough records for a job, which would not find the caller again.
  const jobs = createBatchJobs({
    database,
    services,
    queue: new JobQueue(database),
    findActor: () => Promise.reject(new Error('The callers of these endpoints are not stored.')),
  });
  const app = express();
  app.use(createRequestContext({ isLocal: true }), express.json(), (req, res, next) => {
    const role = req.get('x-role') ?? PUBLIC;
    const user = { id: req.get('x-user') ?? '', role, email: req.get('x-email') ?? '' };
    contextOf(res).session = role === PUBLIC ? null : sessionOf(user, rights[role] ?? {});
    next();
  });
  app.use(
    resourceRoutes(
      createResourceRouters({
        resources: resources as Resources,
        services,
        uploadImport,
        startBulk: jobs.startBulk,
        limitPublicWrites: (_req, _res, next) => next(),
        checkResponses: true,
      }),
    ),
  );
  app.use(historyEndpoints({ services, database, jobs }), unknownEndpoint, errorHandler);
  const server = app.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return {
    services,
    call: async (caller, endpoint, json, more = {}) => {
      const { id, role, email } =
        typeof caller === 'string' ? { id: ACTOR.id, role: caller, email: 'actor@example.com' } : caller;
      const [method = '', path = ''] = endpoint.split(' ');
      const { status, headers, text } = await send(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'x-role': role,
          'x-user': id,
          'x-email': email,
          'content-type': 'application/json',
          ...more,
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      const isJson = headers.get('content-type')?.includes('json');
      return { status, headers, body: isJson ? JSON.parse(text) : text || undefined };
    },
    close: async () => {
      await new Promise((closed) => server.close(closed));
      await drop();
    },
  };
}
