import { defineRoutes } from '@bindery/contract/api/extend/define-routes.ts';
import { defineResources, text } from '@bindery/contract/schema/index.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareConfigs } from './create-report.ts';
import { users } from './testing/users-entry.ts';

const loans = (fields: object) =>
  defineResources({
    loans: { fields: { title: text(), ...fields }, rights: { admin: ['read', 'create'] } },
    users,
  });

const routes = (body: z.ZodType, path: '/:id/return' | '/:id/give-back' = '/:id/return') => ({
  returns: defineRoutes('loans' as 'users', {
    giveBack: {
      method: 'POST',
      path,
      right: 'update',
      body,
      responses: { 200: z.object({ at: z.string() }) },
    },
  }),
});

/** The changes for callers, as `what: verdict endpoint`. */
const changes = (...configs: Parameters<typeof compareConfigs>) =>
  compareConfigs(...configs)
    .filter(({ area }) => area === 'endpoints')
    .map(({ what, verdict, details }) => `${what}: ${verdict} ${details?.[0]}`);

test('endpoints of extensions are compared like generated ones', () => {
  const resources = loans({});
  const before = { resources, routes: routes(z.object({})) };
  expect(changes(before, before)).toEqual([]);
  expect(changes(before, { resources, routes: routes(z.object({ late: z.boolean() })) })).toEqual([
    'body late is new and required: breaking POST /api/loans/{id}/return',
  ]);
  expect(changes({ resources }, before)).toEqual(['endpoint is new: safe POST /api/loans/{id}/return']);
  expect(changes(before, { resources, routes: routes(z.object({}), '/:id/give-back') })).toEqual([
    'endpoint is removed: breaking POST /api/loans/{id}/return',
    'endpoint is new: safe POST /api/loans/{id}/give-back',
  ]);
});
