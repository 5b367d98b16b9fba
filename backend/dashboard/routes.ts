import type { Router } from 'express';
import type { Database } from '#backend/database/connection.ts';
import { endpoints, guardedBy } from '#backend/http/endpoints.ts';
import type { CountCache } from '#backend/resources/query/count-cache.ts';
import { requireRight, requireSessionOf } from '#backend/sessions/middleware.ts';
import { type Dashboard, dashboardResources, dashboardRoutes } from '#contract/dashboard.ts';
import { can } from '#contract/rights.ts';
import type { Resource, Role } from '#contract/schema/index.ts';
import { breakdownsOf } from './breakdowns.ts';
import { latestOf } from './latest.ts';
import { signInsBefore30Days, signInsOf } from './sign-ins.ts';
import { totalsOf } from './totals.ts';
import { usersOf } from './users.ts';

interface Parts {
  readonly database: Database;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly counts: CountCache;
}

/** The endpoint of the manager's dashboard, for users who may open the manager. */
export function dashboardEndpoints(parts: Parts): Router {
  return endpoints(dashboardRoutes, {
    read: {
      ...guardedBy(requireRight('apps', 'manager')),
      handler: async ({ res }) => ({
        status: 200,
        body: await dashboardOf(parts, requireSessionOf(res).user.role),
      }),
    },
  });
}

async function dashboardOf(parts: Parts, role: Role): Promise<Dashboard> {
  const { database, resources } = parts;
  const readable: Resource[] = Object.values(resources).filter(({ rights }) => rights[role].includes('read'));
  const shown = dashboardResources(Object.values(resources), readable);
  const maySeeSignIns = can(role, 'session', 'list');
  const [totals, signIns, signInsBefore, users, breakdowns, latest] = await Promise.all([
    totalsOf(parts, shown),
    maySeeSignIns ? signInsOf(database) : [],
    maySeeSignIns ? signInsBefore30Days(database) : null,
    readable.some(({ name }) => name === 'users') ? usersOf(database) : null,
    breakdownsOf({ database, resources, shown, role }),
    latestOf({ database, resources, role }),
  ]);
  return { totals, signIns, signInsBefore, users, breakdowns, latest };
}
