import type { Readable } from 'node:stream';
import type { BatchJob } from '@bindery/contract/records/batch-jobs.ts';
import type { BulkBody } from '@bindery/contract/records/resources/bulk.ts';
import type { ExportBody, ExportQuery } from '@bindery/contract/records/resources/export-query.ts';
import type { ResourceRoutes } from '@bindery/contract/records/resources/routes.ts';
import { visibleTo } from '@bindery/contract/records/resources/visible.ts';
import type { ServerInferRequest } from '@bindery/contract/records/ts-rest.ts';
import type { Fields } from '@bindery/contract/schema/entry.ts';
import { type Action, allows, PUBLIC, type Resource, type Role } from '@bindery/contract/schema/index.ts';
import type { Request, RequestHandler, Response, Router } from 'express';
import {
  actorOf,
  requireActorOf,
  requireSession,
  requireWritingKey,
  sessionOf,
} from '#backend/access/sessions/middleware.ts';
import type { UserActor } from '#backend/kernel/http/actor.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';
import { startDownload } from '#backend/kernel/http/downloads.ts';
import { allowLongRequest } from '#backend/kernel/http/request-lifecycle.ts';
import { bulk } from '../bulk/bulk.ts';
import { readSelectedDeletion } from '../bulk/read-selected.ts';
import { etagOf, namesEtag } from '../etag.ts';
import type { RecordValues } from '../hooks.ts';
import { exportCsv } from '../operations/export.ts';
import { readHistory } from '../operations/history.ts';
import { list } from '../operations/list.ts';
import { countRelated, read } from '../operations/read.ts';
import { create, readDeletion, remove, restore, update } from '../operations/write-record.ts';
import type { RecordJson } from '../query/projection.ts';
import type { ResourceService } from '../resource-service.ts';
import { undoChange } from '../undo/undo.ts';
import { createOnce, type KeyedRequest } from '../write/idempotency-key.ts';

/** Stores an uploaded file to import into a resource. */
export type Upload = (
  req: Request,
  into: KeyedRequest<UserActor> & { service: ResourceService },
) => Promise<unknown>;

/** Starts a job for a write of more records than one request writes; undefined where there are fewer. */
export type StartBulk = (
  bulk: KeyedRequest<UserActor> & { service: ResourceService; body: BulkBody<RecordValues> },
) => Promise<BatchJob | undefined>;

type Routes = ResourceRoutes<Fields, string>;
type RouteName = keyof Routes;

/** A request that ts-rest has validated against the contract. */
type Call<Name extends RouteName> = ServerInferRequest<Routes[Name]> & { readonly res: Response };

type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<{ status: keyof Routes[Name]['responses']; body?: unknown }>;

/** The endpoints of a resource for a role, created on first use. */
export interface LazyRouter {
  readonly create: () => Router;
  router?: Router;
}

/** The endpoints of resources by role, then by the resource's lower-case name: paths are case-insensitive. */
export type ResourceRouters = ReadonlyMap<Role, ReadonlyMap<string, LazyRouter>>;

/** Finds out which resource a request is for. */
const RESOURCE = /^\/api\/([^/]+)/i;

/** Returns the middleware that passes a request to its resource's endpoints for the caller's role. */
export const resourceRoutes =
  (routers: ResourceRouters): RequestHandler =>
  (req, res, next) => {
    const name = RESOURCE.exec(req.path)?.[1]?.toLowerCase() ?? '';
    const own = routers.get(actorOf(res).role)?.get(name);
    if (!own) return next();
    own.router ??= own.create();
    own.router(req, res, next);
  };

/** What the endpoints of all resources use. */
export interface EndpointParts {
  /** The handler of `POST /api/<resource>/import`. */
  readonly uploadImport: Upload;
  /** What `POST /api/<resource>/bulk` does with more records than a request writes itself. */
  readonly startBulk: StartBulk;
  /** Middleware for writes of callers without a session. */
  readonly limitPublicWrites: RequestHandler;
}

/** Returns a resource's endpoints for one role, by route name, each with the check of its right. */
export function createEndpoints(
  service: ResourceService,
  { role, uploadImport, startBulk, limitPublicWrites }: EndpointParts & { readonly role: Role },
) {
  const guarded = <Name extends RouteName>(action: Action, handler: Handler<Name>) => ({
    middleware: [
      requireRight(service.resource, { role, actions: [action] }),
      ...(role === PUBLIC && action !== 'read' ? [limitPublicWrites] : []),
    ],
    handler,
  });
  // Exports, imports, histories, undo and writes of several records require a user.
  const signedInOnly = <Name extends RouteName>(
    actions: Action | readonly Action[],
    handler: Handler<Name>,
  ) => ({
    middleware: [requireSession, requireRight(service.resource, { role, actions: [actions].flat() })],
    handler,
  });
  /** Sets the ETag of a response with one record, which is returned. */
  const withEtag = (res: Response, item: RecordJson): RecordJson => {
    res.set({ ETag: etagOf(item, service.resource), 'Cache-Control': 'private, no-cache' });
    return item;
  };
  const change = async ({ params, headers, res }: Call<'update' | 'replace'>, values: RecordValues) => {
    const actor = actorOf(res);
    const item = await update(service, { id: params.id, values, ifMatch: headers['if-match'], actor });
    return { status: 200, body: withEtag(res, item) } as const;
  };
  return {
    list: guarded<'list'>('read', async ({ query, res }) => {
      const { items, headers } = await list(service, { query, actor: actorOf(res) });
      res.set({ ...headers, 'Cache-Control': 'private, no-cache' });
      return { status: 200, body: items };
    }),
    export: signedInOnly<'export'>('read', async ({ query, res }) => {
      const actor = requireActorOf(res);
      return { status: 200, body: await startExport(res, { service, actor, query }) };
    }),
    exportSelected: signedInOnly<'exportSelected'>('read', async ({ body, res }) => {
      const actor = requireActorOf(res);
      return { status: 200, body: await startExport(res, { service, actor, query: body }) };
    }),
    read: guarded<'read'>('read', async (call) => {
      const { res } = call;
      const body = withEtag(res, await read(service, recordAsked(call)));
      const ifNoneMatch = res.req.get('if-none-match');
      return ifNoneMatch && namesEtag(ifNoneMatch.replaceAll('W/', ''), res.get('ETag')!)
        ? { status: 304 }
        : { status: 200, body };
    }),
    create: guarded<'create'>('create', async ({ body, headers, res }) => {
      const request = { values: body, actor: actorOf(res) };
      const key = headers['idempotency-key'];
      const item = await (key === undefined
        ? create(service, request)
        : createOnce(service, { ...request, key }));
      res.location(`/api/${service.resource.name}/${item.id}`);
      return { status: 201, body: withEtag(res, item) };
    }),
    import: signedInOnly<'import'>('create', async ({ headers, res }) => ({
      status: 201,
      body: await uploadImport(res.req, {
        service,
        actor: requireActorOf(res),
        key: headers['idempotency-key'],
      }),
    })),
    update: guarded<'update'>('update', (call) => change(call, call.body)),
    // PUT sends the whole record: fields that it omits become empty.
    replace: guarded<'replace'>('update', (call) =>
      change(call, { ...emptied(service.resource, role), ...call.body }),
    ),
    delete: guarded<'delete'>('delete', async (call) => {
      await remove(service, { ...recordAsked(call), ifMatch: call.headers['if-match'] });
      return { status: 204 };
    }),
    restore: guarded<'restore'>('restore', async ({ params, headers, res }) => {
      const actor = actorOf(res);
      const item = await restore(service, { id: params.id, ifMatch: headers['if-match'], actor });
      return { status: 200, body: withEtag(res, item) };
    }),
    deletion: guarded<'deletion'>('delete', async (call) => ({
      status: 200,
      body: await readDeletion(service, recordAsked(call)),
    })),
    related: guarded<'related'>('read', async (call) => ({
      status: 200,
      body: await countRelated(service, recordAsked(call)),
    })),
    bulk: signedInOnly<'bulk'>(['update', 'delete', 'restore'], async (call) => {
      const { body, headers, res } = call;
      const actor = requireActorOf(res);
      if (!allows(service.resource, { role, action: body.action })) throw new ApiError('FORBIDDEN');
      allowLongRequest(res);
      const key = headers['idempotency-key'];
      const job = await startBulk({ service, body, actor, key });
      return job
        ? { status: 202, body: job }
        : { status: 200, body: await bulk(service, { body, actor, key }) };
    }),
    bulkDeletion: signedInOnly<'bulkDeletion'>('delete', async ({ body, res }) => ({
      status: 200,
      body: await readSelectedDeletion(service, { select: body.select, actor: actorOf(res) }),
    })),
    undo: signedInOnly<'undo'>('read', async ({ params, headers, res }) => {
      const actor = requireActorOf(res);
      allowLongRequest(res);
      return {
        status: 200,
        body: await undoChange(service, { ...params, actor, key: headers['idempotency-key'] }),
      };
    }),
    history: signedInOnly<'history'>('read', async ({ params, res }) => ({
      status: 200,
      body: await readHistory(service, { id: params.id, actor: actorOf(res) }),
    })),
  };
}

/** Returns the record that a request names, in the archive if it says so, and the actor. */
function recordAsked({ params, query, res }: Call<'read' | 'delete' | 'deletion' | 'related'>) {
  return { id: params.id, actor: actorOf(res), archived: query.archived === 'true' };
}

const emptied = (resource: Resource, role: Role): RecordValues =>
  Object.fromEntries(
    Object.values(visibleTo(resource, [role]).fields)
      .filter((field) => !field.readOnly && !field.required)
      .map((field) => [field.name, null]),
  );

/** Accepts callers whose role has one of these rights: else 401 without a session, 403 with one. */
function requireRight(
  resource: Resource,
  { role, actions }: { role: Role; actions: readonly Action[] },
): RequestHandler {
  const mayAct = actions.some((action) => allows(resource, { role, action }));
  return (_req, res, next) => {
    if (!mayAct) throw new ApiError(sessionOf(res) ? 'FORBIDDEN' : 'UNAUTHENTICATED');
    if (!actions.includes('read')) requireWritingKey(res);
    next();
  };
}

/**
 * Starts to send an export; returns its stream, which ends early if the client disconnects or is too slow.
 * @throws ApiError TOO_MANY_REQUESTS while other exports are being sent to the same user.
 */
function startExport(
  res: Response,
  { service, actor, query }: { service: ResourceService; actor: UserActor; query: ExportQuery | ExportBody },
): Promise<Readable> {
  const open = async () => {
    const { total, pieces } = await exportCsv(service, { query, actor });
    const day = new Date().toISOString().slice(0, 10);
    return { name: `${service.resource.name}-${day}.csv`, total, pieces };
  };
  return startDownload(res, { userId: actor.id, open });
}
