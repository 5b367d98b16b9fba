import { createExpressEndpoints } from '@ts-rest/express';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import { currentAuthor } from '#backend/http/request-context.ts';
import { allowLongRequest } from '#backend/http/request-deadline.ts';
import { requireSessionOf, sessionOf } from '#backend/sessions/middleware.ts';
import type { BulkBody, Selection } from '#contract/resources/bulk.ts';
import type { ExportQuery } from '#contract/resources/export-query.ts';
import type { ListQuery } from '#contract/resources/list-query.ts';
import { routesOfAll } from '#contract/resources/routes.ts';
import { allVisibleTo, visibleTo } from '#contract/resources/visible.ts';
import {
  type Action,
  type Resource,
  type ResourceField,
  type Resources,
  type Role,
  roles,
} from '#contract/schema/index.ts';
import { bulk } from '../bulk/bulk.ts';
import { readSelectedDeletion } from '../bulk/read-selected-deletion.ts';
import type { RecordValues } from '../hooks.ts';
import { create } from '../operations/create.ts';
import { remove } from '../operations/delete.ts';
import { etagOf, namesEtag } from '../operations/etag.ts';
import { readHistory } from '../operations/history.ts';
import { list, listHeaders } from '../operations/list.ts';
import { read } from '../operations/read.ts';
import { readDeletion } from '../operations/read-deletion.ts';
import { countRelated } from '../operations/related.ts';
import { update } from '../operations/update.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService, ResourceServices } from '../resource-service.ts';
import { undoEntry } from '../undo/undo.ts';
import { startExport } from './send-export.ts';

/** Keeps an uploaded file to be imported into a resource. */
export type Upload = (
  req: Request,
  into: { service: ResourceService; actorId: string; impersonatorId: string | null },
) => Promise<unknown>;

interface Parts {
  readonly resources: Resources;
  /** What `POST /api/<resource>/import` does. */
  readonly upload: Upload;
  readonly services: ResourceServices;
  /** Also validates every response against the contract; for tests. */
  readonly checkResponses?: boolean;
}

/** A request that ts-rest has validated against the contract. */
interface Call<Body = RecordValues> {
  readonly params: { readonly id: string; readonly entry: string };
  readonly query: ListQuery & ExportQuery;
  readonly body: Body;
  readonly headers: { readonly 'if-match'?: string; readonly 'if-none-match'?: string };
  readonly res: Response;
}

/**
 * Returns the REST endpoints of all resources. They check access first: 401 without a session, 403 without
 * the right.
 */
export function resourceRoutes(parts: Parts): Router {
  const router = Router();
  for (const role of roles) router.use(routesFor(role, parts));
  return router;
}

/**
 * Returns the endpoints for one role. Fields that the role may not read are validated, and rejected, like
 * unknown ones.
 */
function routesFor(role: Role, { resources, services, upload, checkResponses = false }: Parts): Router {
  const router = Router();
  router.use((_req, res, next) => next(viewerOf(res) === role ? undefined : 'router'));
  const routes = routesOfAll(allVisibleTo(resources, [role]));
  // All resources share these handlers, so their types cannot tell the contract of each.
  const handlers = [...services].map(([name, service]) => [name, endpoints(service, { role, upload })]);
  createExpressEndpoints<typeof routes>(routes, Object.fromEntries(handlers), router, {
    logInitialization: false,
    responseValidation: checkResponses,
    requestValidationErrorHandler: (error, _req, _res, next) => next(error),
  });
  return router;
}

/** Returns the role whose endpoints handle a request. Without a session either role's reject it. */
const viewerOf = (res: Response): Role => (sessionOf(res)?.user.role === 'admin' ? 'admin' : 'user');

function endpoints(service: ResourceService, { role, upload }: { role: Role; upload: Upload }) {
  const guarded = (action: Action, handler: (call: Call) => Promise<{ status: number; body?: unknown }>) => ({
    middleware: [requireAction(service.resource, { role, action })],
    handler,
  });
  const change = async ({ params, headers, res }: Call, values: RecordValues) => {
    const actor = requireSessionOf(res).user;
    return one(res, await update(service, { id: params.id, values, ifMatch: headers['if-match'], actor }));
  };
  return {
    list: guarded('read', async ({ query, res }) => {
      const page = await list(service, { query, role: requireSessionOf(res).user.role });
      res.set({ ...listHeaders(page), 'Cache-Control': 'private, no-cache' });
      return { status: 200, body: page.items };
    }),
    export: guarded('read', async ({ query, res }) => {
      const { user } = requireSessionOf(res);
      return { status: 200, body: await startExport(res, { service, user, query }) };
    }),
    read: guarded('read', async ({ params, res }) => {
      const response = one(
        res,
        await read(service, { id: params.id, role: requireSessionOf(res).user.role }),
      );
      const ifNoneMatch = res.req.get('if-none-match');
      return ifNoneMatch && namesEtag(ifNoneMatch.replaceAll('W/', ''), res.get('ETag')!)
        ? { status: 304 }
        : response;
    }),
    create: guarded('create', async ({ body, res }) => {
      const item = await create(service, { values: body, actor: requireSessionOf(res).user });
      res.location(`/api/${service.resource.name}/${item.id}`);
      return one(res, item, 201);
    }),
    import: guarded('create', async ({ res }) => {
      const { id } = requireSessionOf(res).user;
      return {
        status: 201,
        body: await upload(res.req, {
          service,
          actorId: id,
          impersonatorId: currentAuthor()?.impersonator ?? null,
        }),
      };
    }),
    update: guarded('update', (call) => change(call, call.body)),
    // PUT sends the whole record: fields that it omits become empty.
    replace: guarded('update', (call) => change(call, { ...emptied(service.resource, role), ...call.body })),
    delete: guarded('delete', async ({ params, headers, res }) => {
      await remove(service, {
        id: params.id,
        ifMatch: headers['if-match'],
        actor: requireSessionOf(res).user,
      });
      return { status: 204 };
    }),
    deletion: guarded('delete', async ({ params, res }) => ({
      status: 200,
      body: await readDeletion(service, { id: params.id, role: requireSessionOf(res).user.role }),
    })),
    related: guarded('read', async ({ params, res }) => ({
      status: 200,
      body: await countRelated(service, { id: params.id, role: requireSessionOf(res).user.role }),
    })),
    bulk: {
      middleware: [requireAction(service.resource, { role, action: ['update', 'delete'] })],
      handler: async ({ body, res }: Call<BulkBody<RecordValues>>) => {
        const { user: actor } = requireSessionOf(res);
        if (!service.resource.rights[role].includes(body.action)) throw new ApiError('FORBIDDEN');
        allowLongRequest(res);
        return { status: 200, body: await bulk(service, { body, actor }) };
      },
    },
    bulkDeletion: {
      middleware: [requireAction(service.resource, { role, action: 'delete' })],
      handler: async ({ body, res }: Call<{ select: Selection }>) => ({
        status: 200,
        body: await readSelectedDeletion(service, {
          select: body.select,
          role: requireSessionOf(res).user.role,
        }),
      }),
    },
    undo: guarded('read', async ({ params, res }) => {
      const { user: actor } = requireSessionOf(res);
      allowLongRequest(res);
      return { status: 200, body: await undoEntry(service, { ...params, actor }) };
    }),
    history: guarded('read', async ({ params, res }) => ({
      status: 200,
      body: await readHistory(service, { id: params.id, role: requireSessionOf(res).user.role }),
    })),
  };
}

const emptied = (resource: Resource, role: Role): RecordValues =>
  Object.fromEntries(
    Object.values<ResourceField>(visibleTo(resource, [role]).fields)
      .filter((field) => !field.readOnly && !field.required)
      .map((field) => [field.name, null]),
  );

/** Lets only users through whose role has this right, or one of these: 401 without a session, 403 without the right. */
const requireAction =
  (
    { rights }: Resource,
    { role, action }: { role: Role; action: Action | readonly Action[] },
  ): RequestHandler =>
  (_req, res, next) => {
    const mayAct = [action].flat().some((one) => rights[role].includes(one));
    if (requireSessionOf(res).user.role !== role || !mayAct) throw new ApiError('FORBIDDEN');
    next();
  };

/** Responds with one record and its ETag. */
function one(res: Response, item: RecordJson, status = 200) {
  res.set({ ETag: etagOf(item), 'Cache-Control': 'private, no-cache' });
  return { status, body: item };
}
