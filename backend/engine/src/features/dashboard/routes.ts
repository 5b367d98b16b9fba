import { type Dashboard, dashboardResources, dashboardRoutes } from '@bindery/contract/api/dashboard.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { Router } from 'express';
import { requireActorOf, requireRight } from '#backend/access/sessions/middleware.ts';
import type { Database } from '#backend/database/connection.ts';
import { readHistoryPage } from '#backend/features/history/read-history.ts';
import type { Actor } from '#backend/kernel/http/actor.ts';
import { endpoints, guarded } from '#backend/kernel/http/endpoints.ts';
import type { CountCache } from '#backend/records/resources/query/count.ts';
import { may } from '#backend/records/resources/query/rights.ts';
import type { ResourceServices } from '#backend/records/resources/resource-service.ts';
import { breakdownsOf, signInsOf, totalsOf, usersOf } from './figures.ts';

interface Parts {
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly services: ResourceServices;
  readonly counts: CountCache;
}

/** The number of the latest changes that the dashboard shows. */
const LATEST = 10;

/** The endpoint of the manager's dashboard, for users who may open the manager. */
export function dashboardEndpoints(parts: Parts): Router {
  return endpoints(dashboardRoutes, {
    read: guarded(requireRight('apps', 'manager'), async ({ res }) => ({
      status: 200,
      body: await dashboardOf(parts, requireActorOf(res)),
    })),
  });
}

async function dashboardOf(parts: Parts, actor: Actor): Promise<Dashboard> {
  const { database, resources } = parts;
  const readable: Resource[] = Object.values(resources).filter((resource) => may(actor, resource, 'read'));
  const shown = dashboardResources(Object.values(resources), readable);
  const users = readable.find(({ name }) => name === 'users');
  const seesSignIns = users && rolesOf(resources).administrators.includes(actor.role);
  const [totals, signIns, usersFigures, breakdowns, { changes: latest }] = await Promise.all([
    totalsOf({ ...parts, actor }, shown),
    seesSignIns ? signInsOf(database, { users, actor }) : [],
    users ? usersOf(database, { users, actor }) : null,
    breakdownsOf({ database, resources, shown, actor }),
    readable.length > 0
      ? readHistoryPage(parts, { filters: {}, actor, size: LATEST, oncePerBatch: true, onlyFields: true })
      : { changes: [] },
  ]);
  const signInsBefore = seesSignIns ? signIns.reduce((sum, { before }) => sum + before, 0) : null;
  return { totals, signIns, signInsBefore, users: usersFigures, breakdowns, latest };
}
