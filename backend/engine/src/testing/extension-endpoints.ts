import { createHash } from 'node:crypto';
import { defineRoutes, textOf } from '@bindery/contract/api/extend/define-routes.ts';
import { z } from 'zod';
import { defineEndpoints } from '#backend/extend/endpoints.ts';
import { ApiError } from '#backend/kernel/http/api-error.ts';

const answer = z.object({ id: z.uuid().nullable(), text: z.string() });
const responses = { 200: answer } as const;

// Subjects are a resource of the lending library; the types are those of the project's config.
const subjects = 'subjects' as 'users';

/** Endpoints of an extension of the lending library's subjects, one for each way to state a right. */
export const subjectRoutes = defineRoutes(subjects, {
  mine: { method: 'GET', path: '/mine', right: 'signedIn', responses },
  open: { method: 'GET', path: '/open', right: 'everybody', responses },
  rename: {
    method: 'POST',
    path: '/:id/rename',
    right: 'update',
    summary: 'Rename a subject',
    body: z.object({ name: z.string().min(1).max(60) }),
    responses,
  },
  count: { method: 'GET', path: '/count', right: 'read', query: z.object({ q: z.string() }), responses },
  review: { method: 'GET', path: '/review', right: ['user', 'ban'], responses },
  signed: {
    method: 'POST',
    path: '/signed',
    right: 'everybody',
    rawBody: true,
    headers: z.object({ 'x-signature': z.string().regex(/^[\da-f]{64}$/) }),
    body: z.object({ name: z.string() }).optional(),
    responses,
  },
  calendar: {
    method: 'GET',
    path: '/subjects.ics',
    right: 'everybody',
    responses: { 200: textOf('text/calendar') },
  },
  byPath: { method: 'GET', path: '/by-path', right: 'everybody', responses },
  named: {
    method: 'GET',
    path: '/named/:name',
    right: 'everybody',
    pathParams: z.object({ name: z.string().max(10) }),
    responses,
  },
  wrong: { method: 'GET', path: '/wrong', right: 'everybody', responses },
  order: {
    method: 'POST',
    path: '/order',
    right: 'create',
    idempotent: true,
    body: z.object({ code: z.string(), fails: z.boolean().optional() }),
    responses,
  },
  addAll: {
    method: 'POST',
    path: '/add-all',
    right: 'create',
    body: z.object({
      codes: z.array(z.string()),
      /** Continues after a rejected code. */
      skips: z.boolean().optional(),
      /** Fails after the writes. */
      fails: z.boolean().optional(),
    }),
    responses,
  },
});

/** Their handlers. */
export const subjectEndpoints = defineEndpoints(subjectRoutes, {
  mine: async (_, { user }) => ({ status: 200, body: { id: user.id, text: user.email } }),
  open: async (_, { session }) => ({ status: 200, body: { id: null, text: session ? 'in' : 'out' } }),
  rename: async ({ params: { id }, body: { name } }, { records }) => {
    if (name === 'Taken back') throw new ApiError('CONFLICT', { message: 'Not this name' });
    const renamed = await records(subjects).update({ id, values: { name } });
    return { status: 200, body: { id: renamed.id, text: String(renamed.name) } };
  },
  count: async ({ query: { q } }, { em }) => {
    const [{ count }] = await em.execute<[{ count: number }]>(
      'select count(*)::int as count from subjects where name like ?',
      [`%${q}%`],
    );
    return { status: 200, body: { id: null, text: String(count) } };
  },
  review: async () => ({ status: 200, body: { id: null, text: 'reviewed' } }),
  signed: async ({ headers, body }, { rawBody }) => {
    const expected = createHash('sha256').update(rawBody).digest('hex');
    if (headers['x-signature'] !== expected) throw new ApiError('FORBIDDEN');
    return { status: 200, body: { id: null, text: body?.name ?? rawBody.toString('utf8') } };
  },
  calendar: async () => ({ status: 200, body: 'BEGIN:VCALENDAR\r\nSUMMARY:"علم" 🔭\r\n' }),
  byPath: async (_, { req }) => ({ status: 200, body: { id: null, text: req.path } }),
  named: async ({ params: { name } }) => {
    if (name === 'nobody') throw new ApiError('NOT_FOUND');
    return { status: 200, body: { id: null, text: name } };
  },
  // A response that the contract does not allow, like a mistake that types cannot detect.
  wrong: async () => ({ status: 200, body: JSON.parse('{"id":7}') }),
  order: async ({ body: { code, fails } }, { records, transaction, asApplication, user }) => {
    const values: object = { code, name: `Subject ${code}` };
    const { id } = await records(subjects).create(values);
    const change = { id, values: { name: `${code} ordered` } };
    await transaction((inner) => inner.records(subjects).update(change));
    await asApplication.records(subjects).read(id);
    if (fails) throw new ApiError('CONFLICT', { message: 'Not now' });
    return { status: 200, body: { id, text: user.email } };
  },
  addAll: async ({ body: { codes, skips, fails } }, tools) =>
    tools.transaction(async ({ records, em, transaction }) => {
      for (const code of codes) {
        const values: object = { code, name: `Subject ${code}` };
        const added = transaction(async (inner) => inner.records(subjects).create(values));
        const { id } = await added.catch((error) => {
          if (skips) return { id: null };
          throw error;
        });
        // The next write sees the changes of an SQL statement, and vice versa.
        if (id) await em.execute('update subjects set name = ? where id = ?', [`${code} by SQL`, id]);
        if (id) await records(subjects).update({ id, values: { name: `${code} again` } });
      }
      if (fails) throw new ApiError('CONFLICT', { message: 'Not now' });
      return { status: 200, body: { id: null, text: String(codes.length) } };
    }),
});

// As above: loans are a resource of the town library.
const loans = 'loans' as 'users';

/** Endpoints of an extension of the town library's loans, of records and with rights on other resources. */
const loanRoutes = defineRoutes(loans, {
  due: { method: 'GET', path: '/:id/due', right: 'read', responses },
  renew: { method: 'POST', path: '/:id/renew', right: 'update', body: z.object({}), responses },
  copyOf: { method: 'GET', path: '/copy-of/:id', right: 'create', responses },
  wish: { method: 'GET', path: '/wish', right: ['wish', 'create'], responses },
  remarks: {
    method: 'GET',
    path: '/remarks',
    right: 'read',
    query: z.object({ state: z.string(), after: z.string().optional() }),
    responses: {
      200: z.object({
        total: z.int(),
        next: z.string().nullable(),
        items: z.array(z.object({ id: z.uuid(), remark: z.string().nullable() })),
      }),
    },
  },
  seen: { method: 'GET', path: '/seen/:id', right: 'everybody', responses },
  wait: { method: 'POST', path: '/wait/:id', right: 'everybody', body: z.object({}), responses },
  shorten: { method: 'POST', path: '/shorten/:id', right: 'everybody', body: z.object({}), responses },
});

/** Their handlers: the first two ignore the owner of the record. */
export const loanEndpoints = defineEndpoints(loanRoutes, {
  due: async ({ params: { id } }) => ({ status: 200, body: { id, text: 'due' } }),
  renew: async ({ params: { id } }) => ({ status: 200, body: { id, text: 'renewed' } }),
  copyOf: async ({ params: { id } }, { records }) => ({
    status: 200,
    body: { id: (await records(loans).read(id)).id, text: 'copy' },
  }),
  wish: async () => ({ status: 200, body: { id: null, text: 'wished' } }),
  remarks: async ({ query: { state, after } }, { records }) => {
    const requested: object = { state: [state], _end: 2, _after: after };
    const { items, total, next } = await records(loans).list(requested);
    const shown = items.map((item) => ({
      id: item.id,
      remark: 'remark' in item ? String(item.remark) : null,
    }));
    return { status: 200, body: { items: shown, total, next: next ?? null } };
  },
  seen: async ({ params: { id } }, { records }) => ({
    status: 200,
    body: { id: (await records(loans).read(id)).id, text: 'seen' },
  }),
  wait: async ({ params: { id } }, { asApplication }) => {
    const values: object = { remark: 'Somebody waits for it' };
    await asApplication.records(loans).update({ id, values });
    return { status: 200, body: { id, text: 'waiting' } };
  },
  shorten: async ({ params: { id } }, { records }) => {
    const values: object = { dueOn: '2027-01-31' };
    // To the access test it is a record that does not exist.
    const { id: found } = await records(loans).read(id);
    await records(loans).update({ id: found, values });
    return { status: 200, body: { id, text: 'shortened' } };
  },
});
