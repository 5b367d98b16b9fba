import { createExpressEndpoints } from '@ts-rest/express';
import { type RequestHandler, type Response, Router } from 'express';
import { ApiError } from '#backend/http/api-error.ts';
import { sessionOf, signedIn } from '#backend/sessions/middleware.ts';
import type { ListQuestion } from '#contract/resources/list-query.ts';
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
import { create } from '../operations/create.ts';
import { remove } from '../operations/delete.ts';
import type { Desk, Desks } from '../resource-service.ts';
import { etagOf, namesEtag } from '../operations/etag.ts';
import { list } from '../operations/list.ts';
import { headersOf } from './list-headers.ts';
import { read } from '../operations/read.ts';
import { readDeletion } from '../operations/read-deletion.ts';
import { readHistory } from '../operations/history.ts';
import type { Values } from '../hooks.ts';
import { update } from '../operations/update.ts';
import type { Item } from '../query/projection.ts';

interface Parts {
  readonly resources: Resources;
  readonly desks: Desks;
  /** Checks every answer against the contract too: for tests. */
  readonly checkAnswers?: boolean;
}

/** A request whose parts ts-rest has checked against the contract. */
interface Call {
  readonly params: { readonly id: string };
  readonly query: ListQuestion;
  readonly body: Values;
  readonly headers: { readonly 'if-match'?: string; readonly 'if-none-match'?: string };
  readonly res: Response;
}

/** The endpoints of every resource. Who is not signed in gets 401, who lacks the right 403, before all else. */
export function resourceRoutes(parts: Parts): Router {
  const router = Router();
  for (const role of roles) router.use(routesFor(role, parts));
  return router;
}

/** The endpoints as one role has them: what it may not read is checked, and refused, like what is not there. */
function routesFor(role: Role, { resources, desks, checkAnswers = false }: Parts): Router {
  const router = Router();
  router.use((_req, res, next) => next(viewerOf(res) === role ? undefined : 'router'));
  const handlers = [...desks].map(([name, desk]) => [name, endpoints(desk, role)]);
  // The endpoints are the same for every resource, so their types cannot follow those of each.
  createExpressEndpoints(
    routesOfAll(allVisibleTo(resources, [role])) as never,
    Object.fromEntries(handlers) as never,
    router as never,
    {
      logInitialization: false,
      responseValidation: checkAnswers,
      requestValidationErrorHandler: (error, _req, _res, next) => next(error),
    },
  );
  return router;
}

/** Whose endpoints answer a request. Whoever may do nothing at all is refused by any of them. */
const viewerOf = (res: Response): Role => (sessionOf(res)?.user.role === 'admin' ? 'admin' : 'user');

function endpoints(desk: Desk, role: Role) {
  const guarded = (action: Action, handler: (call: Call) => Promise<{ status: number; body?: unknown }>) => ({
    middleware: [requireAction(desk.resource, { role, action })],
    handler,
  });
  const change = async ({ params, headers, res }: Call, values: Values) => {
    const actor = signedIn(res).user;
    return one(res, await update(desk, { id: params.id, values, ifMatch: headers['if-match'], actor }));
  };
  return {
    list: guarded('read', async ({ query, res }) => {
      const page = await list(desk, { question: query, role: signedIn(res).user.role });
      res.set({ ...headersOf(page), 'Cache-Control': 'private, no-cache' });
      return { status: 200, body: page.items };
    }),
    read: guarded('read', async ({ params, res }) => {
      const answer = one(res, await read(desk, { id: params.id, role: signedIn(res).user.role }));
      const known = res.req.get('if-none-match');
      return known && namesEtag(known.replaceAll('W/', ''), res.get('ETag')!) ? { status: 304 } : answer;
    }),
    create: guarded('create', async ({ body, res }) => {
      const item = await create(desk, { values: body, actor: signedIn(res).user });
      res.location(`/api/${desk.resource.name}/${item.id}`);
      return one(res, item, 201);
    }),
    update: guarded('update', (call) => change(call, call.body)),
    // A whole record: what it leaves out becomes empty.
    replace: guarded('update', (call) => change(call, { ...emptied(desk.resource, role), ...call.body })),
    delete: guarded('delete', async ({ params, headers, res }) => {
      await remove(desk, { id: params.id, ifMatch: headers['if-match'], actor: signedIn(res).user });
      return { status: 204 };
    }),
    deletion: guarded('delete', async ({ params, res }) => ({
      status: 200,
      body: await readDeletion(desk, { id: params.id, role: signedIn(res).user.role }),
    })),
    history: guarded('read', async ({ params, res }) => ({
      status: 200,
      body: await readHistory(desk, { id: params.id, role: signedIn(res).user.role }),
    })),
  };
}

const emptied = (resource: Resource, role: Role): Values =>
  Object.fromEntries(
    Object.values<ResourceField>(visibleTo(resource, [role]).fields)
      .filter((field) => !field.readOnly && !field.required)
      .map((field) => [field.name, null]),
  );

/** Lets only users through whose role may do this by the entry: 401 without a session, 403 without the right. */
const requireAction =
  ({ rights }: Resource, { role, action }: { role: Role; action: Action }): RequestHandler =>
  (_req, res, next) => {
    if (signedIn(res).user.role !== role || !rights[role].includes(action)) throw new ApiError('FORBIDDEN');
    next();
  };

/** Answers with one record and its ETag. */
function one(res: Response, item: Item, status = 200) {
  res.set({ ETag: etagOf(item), 'Cache-Control': 'private, no-cache' });
  return { status, body: item };
}
