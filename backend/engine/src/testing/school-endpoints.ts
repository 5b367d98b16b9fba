import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { z } from 'zod';
import { defineEndpoints } from '#backend/extend/endpoints.ts';

const responses = { 200: z.object({ id: z.uuid() }) } as const;

// Pupils are a resource of the school; the types are those of the project's config.
const pupils = 'pupils' as 'users';

/** Endpoints of an extension of the school's pupils, with the permissions of their caller. */
export const pupilRoutes = defineRoutes(pupils, {
  seen: { method: 'GET', path: '/seen/:id', right: 'signedIn', responses },
  rename: { method: 'POST', path: '/rename/:id', right: 'signedIn', body: z.object({}), responses },
  expel: { method: 'POST', path: '/expel/:id', right: 'signedIn', body: z.object({}), responses },
  addUser: {
    method: 'POST',
    path: '/add-user',
    right: 'signedIn',
    body: z.looseObject({ email: z.string() }),
    responses,
  },
  changeUser: {
    method: 'POST',
    path: '/change-user/:id',
    right: 'signedIn',
    body: z.record(z.string(), z.unknown()),
    responses,
  },
  removeUser: { method: 'POST', path: '/remove-user/:id', right: 'signedIn', body: z.object({}), responses },
  callOut: {
    method: 'POST',
    path: '/call-out/:id',
    right: 'signedIn',
    idempotent: true,
    body: z.object({}),
    responses,
  },
});

/** Their handlers: only with `records`, inside and outside of a transaction. */
export const pupilEndpoints = defineEndpoints(pupilRoutes, {
  seen: async ({ params: { id } }, { records }) => ({
    status: 200,
    body: { id: (await records(pupils).read(id)).id },
  }),
  rename: async ({ params: { id } }, { transaction }) => {
    const values: object = { name: 'Renamed' };
    await transaction((inside) => inside.records(pupils).update({ id, values }));
    return { status: 200, body: { id } };
  },
  expel: async ({ params: { id } }, { records }) => {
    await records(pupils).delete(id);
    return { status: 200, body: { id } };
  },
  addUser: async ({ body }, { transaction }) => {
    // With the role that the caller sends: another product has roles with other names.
    const values: { email: string } = body;
    const { id } = await transaction(({ records }) => records('users').create(values));
    return { status: 200, body: { id } };
  },
  changeUser: async ({ params: { id }, body }, { records }) => {
    await records('users').update({ id, values: body });
    return { status: 200, body: { id } };
  },
  callOut: async ({ params: { id } }, { records }) => ({
    status: 200,
    body: { id: (await records(pupils).read(id)).id },
  }),
  removeUser: async ({ params: { id } }, { records }) => {
    await records('users').delete(id);
    return { status: 200, body: { id } };
  },
});
