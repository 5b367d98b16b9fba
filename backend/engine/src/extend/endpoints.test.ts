import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { createClientOf } from '@bindery/contract/api/route-table.ts';
import { c } from '@bindery/contract/records/ts-rest.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoints } from './endpoints.ts';

const routes = defineRoutes('users', {
  praise: {
    method: 'POST',
    path: '/:id/praise',
    right: ['user', 'ban'],
    summary: 'Praise a user',
    body: z.object({ words: z.string().min(1) }),
    responses: { 200: z.object({ times: z.int() }), 409: z.object({ code: z.literal('TOO_MUCH') }) },
  },
  latest: {
    method: 'GET',
    path: '/latest',
    right: 'read',
    query: z.object({ days: z.coerce.number().optional() }),
    responses: { 200: z.array(z.object({ id: z.uuid() })) },
  },
  forget: {
    method: 'DELETE',
    path: '/:id/praise',
    right: 'delete',
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

test('the routes of an extension are below their resource, with its errors and an id', () => {
  expect(routes.praise).toMatchObject({
    path: '/api/users/:id/praise',
    strictStatusCodes: true,
    metadata: { resource: 'users', right: ['user', 'ban'] },
  });
  expect(routes.praise.pathParams.safeParse({ id: 'no' }).success).toBe(false);
  expect(Object.keys(routes.latest.responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '415',
    '429',
    '503',
    '507',
  ]);
  expect(Object.keys(routes.latest)).not.toContain('pathParams');
});

test('the handlers have the types of their routes, and so has the client', () => {
  const handlers = defineEndpoints(routes, {
    praise: async ({ params: { id }, body: { words } }, { user }) => {
      // @ts-expect-error the body has no such field
      (body: typeof words) => body.loudness;
      return { status: 200, body: { times: words.length + id.length + user.id.length } };
    },
    latest: async ({ query: { days = 1 } }) => ({ status: 200, body: days > 0 ? [] : [{ id: '' }] }),
    forget: async () => ({ status: 204, body: undefined }),
  });
  expect(handlers).toMatchObject({ resource: 'users', handlers: { forget: expect.any(Function) } });
  defineEndpoints(routes, {
    // @ts-expect-error the response lacks a field
    praise: async () => ({ status: 200, body: {} }),
    latest: async () => ({ status: 200, body: [] }),
    // @ts-expect-error the status is not one of the route
    forget: async () => ({ status: 200, body: undefined }),
  });
  // @ts-expect-error a handler is missing
  defineEndpoints(routes, { latest: async () => ({ status: 200, body: [] }) });
  const { users: client } = createClientOf({ users: routes }, { baseUrl: 'http://localhost' });
  // @ts-expect-error the client knows the body
  () => client.praise({ params: { id: '' }, body: { word: 1 } });
  () => client.praise({ params: { id: '' }, body: { words: 'Well done' } });
  // A hook or a unique rule of a written record responds with 409, which no route has to declare.
  async () => {
    const answer = await client.latest();
    if (answer.status === 409) answer.body.message satisfies string;
  };
  // @ts-expect-error there is no such resource
  defineRoutes('nothing', {});
  // @ts-expect-error there is no such right
  defineRoutes('users', { all: { method: 'GET', path: '/all', right: 'everything', responses: {} } });
});
